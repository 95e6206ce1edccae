/**
 * Whether the typed value that a callback sees is the one that the handler uses. A handler that gets a text
 * reads it in a way of its own: `1e2` is 100 for one reader and 1 for another. So a text is the value only in
 * the one spelling that every reader takes for it. Without recursion, as a client chooses the depth.
 */
export function isSameValue(seen: unknown, used: unknown): boolean {
  const left: (readonly [seen: unknown, used: unknown])[] = [[seen, used]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [one, other] = next;
    // As `===`, under which 0 is -0, and NaN is itself.
    if (one === other || Object.is(one, other)) continue;
    const parts =
      isScalar(one) || isScalar(other) ? partsOfScalar(one, other) : partsOf(one, other);
    if (parts === undefined) return false;
    for (const part of parts) left.push(part);
  }
  return true;
}

/** The only text that is the value; `undefined` where there is none. */
export function onlySpelling(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  if (typeof value === 'boolean') return String(value);
  return value instanceof Date ? dateText(value) : undefined;
}

type Parts = readonly (readonly [seen: unknown, used: unknown])[];

const SAME: Parts = [];

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null || value instanceof Date;
}

function partsOfScalar(seen: unknown, used: unknown): Parts | undefined {
  // A list of one value is sent as the value.
  if (Array.isArray(seen)) return seen.length === 1 ? [[seen[0], used]] : undefined;
  if (seen instanceof Date && used instanceof Date) {
    return seen.getTime() === used.getTime() ? SAME : undefined;
  }
  if (typeof used === 'string') return isSpelling(seen, used) ? SAME : undefined;
  if (typeof seen === 'string') return isSpelling(used, seen) ? SAME : undefined;
  return undefined;
}

function isSpelling(value: unknown, text: string): boolean {
  const spelling = onlySpelling(value);
  // A date without milliseconds is as clear as one with them.
  return spelling === text || (value instanceof Date && spelling?.replace('.000Z', 'Z') === text);
}

function dateText(date: Date): string | undefined {
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

function partsOf(seen: unknown, used: unknown): Parts | undefined {
  if (Array.isArray(seen)) {
    if (!Array.isArray(used) || seen.length !== used.length) return undefined;
    return seen.map((item, at) => [item, (used as readonly unknown[])[at]]);
  }
  if (Array.isArray(used)) return undefined;
  const [one, other] = [propertiesOf(seen), propertiesOf(used)];
  if (one.length !== other.length) return undefined;
  const byName = new Map(other);
  if (one.some(([name]) => !byName.has(name))) return undefined;
  return one.map(([name, value]) => [value, byName.get(name)]);
}

function propertiesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return Object.entries(value as object).filter(([, property]) => property !== undefined);
}
