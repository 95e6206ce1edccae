const PLAIN_NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/**
 * The place of a property within a value, as JavaScript writes it: `publisher.address`, and
 * `sizes["a b"]` for a name that needs quotes.
 */
export function propertyPlace(place: string, name: string): string {
  return PLAIN_NAME.test(name) ? `${place}.${name}` : `${place}[${JSON.stringify(name)}]`;
}

/** The place of an item within a list: `lines[1]`. */
export function itemPlace(place: string, index: number): string {
  return `${place}[${index}]`;
}
