import { logText } from '../../shared/log-text.js';
import type { NamespaceReport } from './import-namespace.js';

/** The lines of a report: counts, then what a person has to look at. */
export function reportLines({
  namespace,
  added,
  kept,
  notes,
  differences,
}: NamespaceReport): readonly string[] {
  const counts = `${namespace}: ${routes(added)} added, ${routes(kept)} kept.`;
  return [counts, ...[...differences, ...notes].map((line) => `  ${logText(line)}`)];
}

function routes(count: number): string {
  return count === 1 ? '1 route' : `${count} routes`;
}
