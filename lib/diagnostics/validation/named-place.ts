/** The property that a message of class-validator seems to begin with. */
export interface NamedPlace {
  /** `author.name`, `lines.0.sku` */
  readonly path: string;
  /** The names that must be properties for this to be true; indices are not among them. */
  readonly properties: readonly string[];
}

/** Of an element of a list; the path before it ends with the property already. */
const ELEMENT = 'each value in nested property ';

/** How messages of class-validator begin; the property follows. */
const OPENINGS = [ELEMENT, 'nested property ', 'each value in '] as const;

const FORBIDDEN = { opening: 'property ', ending: ' should not exist' } as const;

/**
 * Reads the beginning of a message. Nest writes the path to the object in front of the whole message:
 * `author.each value in tags must be a string`.
 */
export function namedPlace(message: string): NamedPlace {
  const parents = message.slice(0, firstWord(message).lastIndexOf('.') + 1);
  const own = message.slice(parents.length);
  const forbidden = forbiddenProperty(own);
  const name = forbidden ?? propertyOf(own);
  const above = parents.split('.').slice(0, -1);
  const properties = above.filter(isProperty);
  if (above.length > 0 && own.startsWith(ELEMENT)) return { path: above.join('.'), properties };
  return {
    path: [...above, name].join('.'),
    // No class has a rule for a property that is forbidden.
    properties: forbidden === undefined ? [...properties, name] : properties,
  };
}

function propertyOf(message: string): string {
  const opening = OPENINGS.find((one) => message.startsWith(one)) ?? '';
  return firstWord(message.slice(opening.length));
}

/** The property that `forbidNonWhitelisted` reports, whose name the client has chosen. */
function forbiddenProperty(message: string): string | undefined {
  const { opening, ending } = FORBIDDEN;
  const isForbidden = message.startsWith(opening) && message.endsWith(ending);
  const isLongEnough = message.length > opening.length + ending.length;
  return isForbidden && isLongEnough ? message.slice(opening.length, -ending.length) : undefined;
}

function firstWord(text: string): string {
  const end = text.indexOf(' ');
  return end === -1 ? text : text.slice(0, end);
}

function isProperty(segment: string): boolean {
  return !/^\d+$/.test(segment);
}
