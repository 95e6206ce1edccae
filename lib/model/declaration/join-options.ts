/** The options of two decorators of one parameter, and the names of those that both state differently. */
export interface JoinedOptions<Options extends object> {
  readonly options: Options;
  readonly conflicts: readonly string[];
}

export function joinOptions<Options extends object>(
  one: Options,
  other: Options,
): JoinedOptions<Options> {
  const stated: ReadonlyMap<string, unknown> = new Map(Object.entries(one));
  const conflicts = Object.entries(other).flatMap(([name, value]: [string, unknown]) =>
    stated.has(name) && !isSame(stated.get(name), value) ? [name] : [],
  );
  return { options: { ...one, ...other }, conflicts };
}

/** Whether two options are the same value, or equal data. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (one instanceof RegExp || other instanceof RegExp) return String(one) === String(other);
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [entries, others] = [Object.entries(one), new Map(Object.entries(other))];
  return (
    entries.length === others.size &&
    entries.every(([name, value]) => others.has(name) && isSame(value, others.get(name)))
  );
}
