/** A value with the names of its classes. */
export function shown(value: unknown): unknown {
  if (value instanceof Date) return { date: value.toISOString() };
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .map(([key, one]) => [key, shown(one)]);
  return { is: value.constructor.name, ...Object.fromEntries(entries) };
}
