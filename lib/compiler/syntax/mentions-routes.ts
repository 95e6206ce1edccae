/**
 * What a file with something to read mentions: a decorator, or this package, whose decorators may be composed
 * in another file.
 */
export const ROUTE_DECORATORS =
  /RestController|RestRoute|ValueClass|RequirePermission|nestjs-rest-routes/;

/**
 * Whether a source may have anything to read. A file that uses a decorator mentions its name where it
 * imports it, even under another name, so all other files are skipped by this test. A route in a file that mentions
 * nothing of this package has no signature, which is a diagnostic at startup.
 */
export function mentionsRoutes(text: string): boolean {
  return ROUTE_DECORATORS.test(text);
}
