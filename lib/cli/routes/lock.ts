import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import type { AuditRow } from './audit-row.js';

/** The committed part of a route. The names of classes and methods are not part of it: they may change freely. */
type Locked = Readonly<Record<string, string>>;

/** The text of the file to commit: an object with one line for each method and path. */
export function lockText(rows: readonly AuditRow[]): string {
  const lines = Object.entries(lockOf(rows)).map(
    ([route, locked]) => `  ${JSON.stringify(route)}: ${JSON.stringify(locked)}`,
  );
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** The changes since the file was written, one line each. */
export function differences(
  text: string,
  rows: readonly AuditRow[],
  file: string,
): readonly string[] {
  const before = new Map(Object.entries(parseLock(text, file)));
  const after = new Map(Object.entries(lockOf(rows)));
  const routes = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  return routes.flatMap((route) => routeDifferences(route, before.get(route), after.get(route)));
}

function routeDifferences(
  route: string,
  before: Locked | undefined,
  after: Locked | undefined,
): readonly string[] {
  if (before === undefined) return [`+ ${route} is new: ${after?.['permission'] ?? ''}`];
  if (after === undefined) return [`- ${route} is gone`];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => before[name] !== after[name])
    .map((name) => `~ ${route}: ${name} was "${before[name] ?? ''}", is "${after[name] ?? ''}"`);
}

function lockOf(rows: readonly AuditRow[]): Readonly<Record<string, Locked>> {
  return Object.fromEntries(
    rows.map(({ method, path, permission, cache, batch, responses, arguments: args }) => [
      `${method} ${path}`,
      {
        permission,
        arguments: args.join(', '),
        cache,
        // Absent elsewhere, so that a file of an earlier version still matches.
        ...(batch ? { batch: 'allowed' } : {}),
        ...(responses === 'declared' ? { responses } : {}),
      },
    ]),
  );
}

function parseLock(text: string, file: string): Readonly<Record<string, Locked>> {
  try {
    return JSON.parse(text) as Readonly<Record<string, Locked>>;
  } catch (error) {
    throw new InvalidArgumentException(`${file} is no JSON: ${String(error)}`);
  }
}
