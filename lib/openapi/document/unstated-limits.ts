import type { ReturnedSchema } from '../../model/types/returned-type.js';
import type { JsonSchema } from './open-api-types.js';

const HEX = '[0-9a-f]';

/** The years 0000 to 9999, and what WordPress takes for a time: the hour 24, and a second 60. */
const DATE = '[0-9]{4}-(?:0[0-9]|1[0-2])-(?:[0-2][0-9]|3[01])';
const HOUR = '(?:[01][0-9]|2[0-4])';
const TIME = `${HOUR}:[0-5][0-9]:(?:[0-5][0-9]|60)(?:\\.[0-9]+)?`;
const OFFSET = `(?:Z|[+-](?:${HOUR}:[0-5][0-9]|[0-9]{2}))?`;

/** What the formats mean: those of JSON Schema accept more texts, fewer, or do not exist. */
const FORMATS: Readonly<Partial<Record<NonNullable<ReturnedSchema['format']>, JsonSchema>>> = {
  uuid: { format: 'uuid', pattern: `^${HEX}{8}-${HEX}{4}-${HEX}{4}-${HEX}{4}-${HEX}{12}$` },
  'date-time': { format: 'date-time', pattern: `^${DATE}[Tt ]${TIME}${OFFSET}$` },
  ip: { anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] },
  'hex-color': { pattern: '^#(?:[0-9A-Fa-f]{3}){1,2}$' },
  'text-field': {},
  'textarea-field': {},
};

/** The keywords of a format. */
export function formatKeywords(format: ReturnedSchema['format']): JsonSchema {
  return format === undefined ? {} : (FORMATS[format] ?? { format });
}

const SHORTEST_EMAIL = 6;

/** WordPress takes no e-mail address with less than six characters; JSON Schema does. */
export function lengthLimits({ format, minLength = 0 }: ReturnedSchema): JsonSchema {
  return format === 'email' ? { minLength: Math.max(minLength, SHORTEST_EMAIL) } : {};
}

/** The integers that a double holds exactly: no other is accepted. Stated limits are narrower. */
export function integerLimits({
  type,
  enum: values,
  minimum,
  maximum,
}: ReturnedSchema): JsonSchema {
  const isInteger = [type].flat().includes('integer') && ![type].flat().includes('number');
  if (!isInteger || values !== undefined) return {};
  return {
    ...(minimum === undefined ? { minimum: Number.MIN_SAFE_INTEGER } : {}),
    ...(maximum === undefined ? { maximum: Number.MAX_SAFE_INTEGER } : {}),
  };
}
