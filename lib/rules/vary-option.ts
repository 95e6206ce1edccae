import { areHeaderNames } from '../shared/header-names.js';

/** What `@Cache({ vary })` may be, for diagnostics. */
export const VARY_EXPECTED = "vary: 'none', 'user', { headers: ['Accept-Language'] } or a function";

/** Whether a value that is no function may be the `vary` of `@Cache`. */
export function isVaryOption(value: unknown): boolean {
  if (value === 'none' || value === 'user') return true;
  if (typeof value !== 'object' || value === null) return false;
  return 'headers' in value && areHeaderNames(value.headers);
}
