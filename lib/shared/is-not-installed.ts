/** The error codes of Node for a package that it does not find, of an `import` and of a `require`. */
const CODES: ReadonlySet<unknown> = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']);

/**
 * Whether an import failed because a package is not installed. Jest and Yarn's Plug'n'Play resolve imports as `require`
 * does; errors of Jest are of another realm, so `instanceof Error` does not hold for them.
 */
export function isNotInstalled(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && CODES.has(error.code);
}
