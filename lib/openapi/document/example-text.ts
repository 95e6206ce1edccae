import { textOfPattern } from '../../schema/schema.js';
import type { ValueSchema } from '../../schema/vocabulary.js';

/** A text of each format that WordPress accepts. */
const BY_FORMAT: Readonly<Record<string, string>> = {
  email: 'ada@example.com',
  uuid: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  'uuid-any-case': '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  ip: '192.0.2.1',
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  'hex-color': '#336699',
  uri: 'https://example.com/',
  'text-field': 'text',
  'textarea-field': 'text',
};

/** A text that a schema accepts; `undefined` if none can be derived. */
export function textExample({
  pattern,
  format,
  minLength = 0,
  maxLength,
}: Pick<ValueSchema, 'pattern' | 'format' | 'minLength' | 'maxLength'>): string | undefined {
  const usual = format === undefined ? undefined : BY_FORMAT[format];
  if (pattern === undefined) {
    if (format !== undefined) return usual;
    return 'text'.slice(0, maxLength).padEnd(minLength, 'x');
  }
  const limits = maxLength === undefined ? { minLength } : { minLength, maxLength };
  const found = textOfPattern(pattern, limits, format === undefined ? 'text' : usual);
  // A text of the pattern may not have the format.
  return format === undefined || found === usual ? found : undefined;
}
