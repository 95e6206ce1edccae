const TEXTS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** The boolean that a value is or spells, in any case; `undefined` for any other value. */
export function booleanOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') return TEXTS.get(value.toLowerCase());
  if (value === 1) return true;
  return value === 0 ? false : undefined;
}
