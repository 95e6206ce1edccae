import type { SchemaDiagnostic } from '../schema-diagnostic.js';
import { diagnostic } from '../schema-diagnostic.js';

/** What is wrong with a limit that counts something: characters or items. */
export function countDiagnostics(keyword: string, limit: unknown): readonly SchemaDiagnostic[] {
  if (typeof limit === 'number' && Number.isSafeInteger(limit) && limit >= 0) return [];
  return [diagnostic(keyword, 'a non-negative integer', limit)];
}

/** The same for a lower limit, which the upper one must leave room for. */
export function lowerCountDiagnostics(
  keyword: string,
  limit: number | undefined,
  upperKeyword: string,
  upper: number | undefined,
): readonly SchemaDiagnostic[] {
  const own = countDiagnostics(keyword, limit);
  if (own.length > 0 || limit === undefined || upper === undefined || limit <= upper) return own;
  return [diagnostic(keyword, `at most ${upperKeyword}, ${upper}`, limit)];
}
