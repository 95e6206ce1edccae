import { describe, expect, it } from 'vitest';
import { Format } from 'nestjs-rest-routes';
import type { ValueSchema } from '../../lib/schema/vocabulary.js';
import { compileSchema, INVALID, readMoment } from '../../lib/schema/schema.js';

function codeOf(schema: ValueSchema, value: unknown): string | undefined {
  const validator = compileSchema(schema);
  return validator.parse(value) === INVALID ? validator.explain(value, 'v').code : undefined;
}

describe('formats', () => {
  it.each<[NonNullable<ValueSchema['format']>, string, boolean]>([
    ['email', 'a@b.co', true],
    ['email', 'a@b.c', false],
    ['email', '@a@b.co', false],
    ['email', 'a@b-.co', false],
    ['email', 'a@b--c.co', true],
    ['email', 'a@b.co.', false],
    ['email', 'a\n@b.co', false],
    ['email', `a@${'b'.repeat(50_000)}-`, false],
    ['ip', '01.2.3.4', true],
    ['ip', '1.2.3.4.5', false],
    ['ip', '1.2.3.', false],
    ['ip', '::', true],
    ['ip', '1::', true],
    ['ip', '1:2:3:4:5:6:7:8', true],
    ['ip', '1:2:3:4::5:6:7:8', true],
    ['ip', '1:2:3:4:5:6:7:8:9', false],
    ['ip', '1:2:3:4:5::6:7:8:9', false],
    ['ip', '1:2:3:4:5:6:7', false],
    ['ip', ':::', false],
    ['ip', ':1', false],
    ['ip', '12345::', false],
    ['ip', '::1.2.3.4', true],
    ['ip', '1:2:3:4:5:6:1.2.3.4', true],
    ['ip', '1:2:3:4:5:6:7:1.2.3.4', false],
    ['ip', '::01.2.3.4', false],
    ['ip', '1.2.3.4::', false],
    ['ip', '::1%eth0', false],
    ['uuid', '01234567-89ab-cdef-0123-456789abcdef', true],
    ['uuid', '01234567-89AB-cdef-0123-456789abcdef', false],
    [Format.Uuid, '01234567-89AB-cdef-0123-456789abcdef', true],
    [Format.Uuid, '01234567-89AG-cdef-0123-456789abcdef', false],
    [Format.Uuid, '01234567-89AB-cdef-0123-456789abcde', false],
    ['hex-color', '#FA0', true],
    ['hex-color', '#fa00', false],
    ['date-time', '2024-01-31t10:20:30.5-03', true],
    ['date-time', '2024-01-31T24:00:60Z', true],
    ['date-time', '2024-01-32T10:20:30Z', false],
    ['date-time', '2024-01-31T25:20:30Z', false],
    ['date-time', '2024-01-31T10:60:30Z', false],
    ['date-time', '2024-01-31T10:20:61Z', false],
    ['date-time', '2024-01-31T10:20:30+25:00', false],
    ['date-time', '2024-01-31T10:20:30+02:60', false],
    ['date-time', '2024-01-31T10:20:30z', false],
    ['date-time', '1970-01-01T00:00:00', true],
    ['date-time', '1970-01-01T02:00:00.9+02:00', true],
  ])('%s %j: %s', (format, text, passes) => {
    expect(compileSchema({ type: 'string', format }).parse(text)).toBe(passes ? text : INVALID);
  });

  it('an e-mail address loses its percent-encoded octets', () => {
    const { parse } = compileSchema({ type: 'string', format: 'email' });
    expect(parse('a%40b%4%400c@d.co')).toBe('abc@d.co');
    expect(parse('100%@d.co')).toBe('100%@d.co');
  });

  it('is checked after the enum, on the value as sent', () => {
    const schema: ValueSchema = { type: 'string', format: 'email', enum: ['a@b.co'] };
    expect(codeOf(schema, 'nobody')).toBe('rest_not_in_enum');
  });

  it.each<[string, string]>([
    ['', ''],
    [' \0 ', ''],
    ['example.com', 'http://example.com'],
    ['index.php?a=1', 'index.php?a=1'],
    ['?a=1', '?a=1'],
    ['#top', '#top'],
    ['//example.com/p', '//example.com/p'],
    ['/a[1]', '/a%5B1%5D'],
    ['http://[::1]/a[1]', 'http://[::1]/a%5B1%5D'],
    ['HTTPS://Example.com', 'https://Example.com'],
    ['http://exa mple.com', 'http://exa%20mple.com'],
    ['http;//example.com', 'http://example.com'],
    ['http://é.com/<b>"\\', 'http://é.com/b'],
    ['http://a.b/%0%0dd', 'http://a.b/'],
    ['mailto:a@b.co?body=%0d', 'mailto:a@b.co?body=%0d'],
    ['javascript:alert(1)', ''],
    ['java script:alert(1)', ''],
    ['JaVaScRiPt:alert(1)', ''],
    ['data:text/html,x', ''],
    ['feed:javascript:alert(1)', ''],
    ['feed:HTTP://a.b', 'feed:http://a.b'],
    ['feed:feed:feed:http://a.b', ''],
    ['javascript&#58;alert(1):', ''],
    ['x&colon;y', 'http://x&colon;y'],
    ['?x&#58alert(1):', ''],
    ['a/?b:c', 'a/?b:c'],
  ])('as a URI, %j becomes %j', (text, url) => {
    expect(compileSchema({ type: 'string', format: 'uri' }).parse(text)).toBe(url);
  });
});

describe('a date and time', () => {
  it.each<[string, string | undefined]>([
    ['2024-01-31T10:20:30.123Z', '2024-01-31T10:20:30.123Z'],
    ['2024-01-31 10:20:30', '2024-01-31T10:20:30.000Z'],
    ['2024-01-31T10:20:30-01:30', '2024-01-31T11:50:30.000Z'],
    ['2024-02-30T24:00:00Z', undefined],
    ['0099-12-31T00:00:00Z', '0099-12-31T00:00:00.000Z'],
    ['yesterday', undefined],
  ])('%j is %s', (text, iso) => {
    const moment = readMoment(text, { zone: (time) => time, readsForms: false });
    expect(moment instanceof Date ? moment.toISOString() : undefined).toBe(iso);
  });
});
