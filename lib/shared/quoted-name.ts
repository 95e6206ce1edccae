const CHARACTERS = 80;

/** A name as an error quotes it: a client can send names of any length. */
export function quotedName(name: string): string {
  return name.length > CHARACTERS ? `${name.slice(0, CHARACTERS)}…` : name;
}
