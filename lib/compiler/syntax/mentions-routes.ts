const MENTIONS = /RestController|RestRoute|ValueClass/;

/**
 * Whether a source can have anything to read. A decorator is imported under its own name somewhere
 * in a file that uses it, so files without one of the names cost this test and nothing else.
 */
export function mentionsRoutes(text: string): boolean {
  return MENTIONS.test(text);
}
