/** The decorators without which a file has nothing to read. */
export const ROUTE_DECORATORS = /RestController|RestRoute|ValueClass|RequirePermission/;

/**
 * Whether a source may have anything to read. A file that uses a decorator mentions its name where it
 * imports it, even under another name, so all other files are skipped by this test.
 */
export function mentionsRoutes(text: string): boolean {
  return ROUTE_DECORATORS.test(text);
}
