const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/;

/** A year: `max-age` and the clocks of stores overflow after some years. */
const LONGEST_DURATION = 365 * UNITS.d;

/**
 * A length of time with its unit: `'500ms' '30s' '5m' '2h' '1d'`. A bare number is a type error: some caches count in
 * seconds, others in milliseconds.
 */
export type CacheDuration = `${number}${keyof typeof UNITS}`;

/**
 * Milliseconds of a duration; `undefined` if it is not a duration, or longer than a year.
 *
 * @example
 * parseDuration('1.5s'); // 1500
 * parseDuration(5); // undefined
 */
export function parseDuration(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const duration = readQuantity(value, DURATION, UNITS);
  return duration !== undefined && duration <= LONGEST_DURATION ? duration : undefined;
}

export function readQuantity(
  text: string,
  form: RegExp,
  units: Readonly<Record<string, number>>,
): number | undefined {
  const [, count, unit = ''] = form.exec(text) ?? [];
  const size = Object.hasOwn(units, unit) ? units[unit] : undefined;
  return size === undefined ? undefined : Math.round(Number(count) * size);
}
