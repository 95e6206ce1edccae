import type { SchemaFault } from '../schema-diagnostic.js';
import { fault } from '../schema-diagnostic.js';

/** What is wrong with a limit that counts something: characters or items. */
export function countFaults(keyword: string, limit: unknown): readonly SchemaFault[] {
  if (typeof limit === 'number' && Number.isSafeInteger(limit) && limit >= 0) return [];
  return [fault(keyword, 'a non-negative integer', limit)];
}

/** The same for a lower limit, which the upper one must leave room for. */
export function lowerCountFaults(
  keyword: string,
  limit: number | undefined,
  upperKeyword: string,
  upper: number | undefined,
): readonly SchemaFault[] {
  const own = countFaults(keyword, limit);
  if (own.length > 0 || limit === undefined || upper === undefined || limit <= upper) return own;
  return [fault(keyword, `at most ${upperKeyword}, ${upper}`, limit)];
}
