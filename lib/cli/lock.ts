import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import type { AuditRow } from './audit-row.js';

/** What of a route is committed; the names of classes and methods may change freely. */
type Locked = Readonly<Record<string, string>>;

/** The text of the file to commit: an object by method and path, one line each. */
export function lockText(rows: readonly AuditRow[]): string {
  const lines = Object.entries(lockOf(rows)).map(
    ([route, locked]) => `  ${JSON.stringify(route)}: ${JSON.stringify(locked)}`,
  );
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** What has changed since the file was written: one line each. */
export function differences(
  text: string,
  rows: readonly AuditRow[],
  file: string,
): readonly string[] {
  const before = new Map(Object.entries(parseLock(text, file)));
  const after = new Map(Object.entries(lockOf(rows)));
  const routes = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  return routes.flatMap((route) => {
    const [old, now] = [before.get(route), after.get(route)];
    if (old === undefined) return [`+ ${route} is new: ${now?.['permission'] ?? ''}`];
    if (now === undefined) return [`- ${route} is gone`];
    return [...new Set([...Object.keys(old), ...Object.keys(now)])]
      .filter((name) => old[name] !== now[name])
      .map((name) => `~ ${route}: ${name} was "${old[name] ?? ''}", is "${now[name] ?? ''}"`);
  });
}

function lockOf(rows: readonly AuditRow[]): Readonly<Record<string, Locked>> {
  return Object.fromEntries(
    rows.map(({ method, path, permission, cache, arguments: args }) => [
      `${method} ${path}`,
      { permission, arguments: args.join(', '), cache },
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
