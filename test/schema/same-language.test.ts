import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileSchema, INVALID } from '../../lib/schema/schema.js';
import type { ValueSchema } from '../../lib/schema/vocabulary.js';

/*
 * The formats as WordPress computes them: by repeated searches and nested loops, which is quadratic or
 * overflows the engine's stack. Ours are linear, and must give the same for every text.
 */
const EMAIL =
  /^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~.-]+@[a-zA-Z0-9]+(?:-+[a-zA-Z0-9]+)*(?:\.[a-zA-Z0-9]+(?:-+[a-zA-Z0-9]+)*)+$/;
const OCTET = '(?:25[0-5]|2[0-4][0-9]|[01]?[0-9]?[0-9])';
const IPV4 = new RegExp(`^(?:${OCTET}\\.){3}${OCTET}$`);

function removeUntilNone(text: string, octet: RegExp): string {
  const found = octet.exec(text);
  return found === null ? text : removeUntilNone(text.replaceAll(found[0], ''), octet);
}

const RUNS = { numRuns: 8_000 };

const of = (...parts: string[]) =>
  fc.array(fc.constantFrom(...parts), { maxLength: 14 }).map((some) => some.join(''));

const parse = (format: NonNullable<ValueSchema['format']>) =>
  compileSchema({ type: 'string', format }).parse;

test('An e-mail address is accepted and cleaned exactly as WordPress does it.', () => {
  const email = parse('email');
  const accepted = fc.tuple(
    of('a', 'B', '1', '.', '-', '%', '4', '1', "'", '%41'),
    of('a', '-', '.', 'z'),
  );
  const texts = fc.oneof(
    of('a', '1', '.', '-', '@', '%', '4', '1', ' ', '\n', 'é', '_'),
    accepted.map(([local, domain]) => `${local}@${domain}`),
    accepted.map(([local, domain]) => `${local}x@a${domain}b.co`),
  );
  let count = 0;
  fc.assert(
    fc.property(texts, (text) => {
      const isEmail = text.length >= 6 && EMAIL.test(text);
      if (isEmail) count++;
      expect(email(text)).toBe(isEmail ? removeUntilNone(text, /%[a-f0-9]{2}/i) : INVALID);
    }),
    RUNS,
  );
  expect(count).toBeGreaterThan(1000);
});

test('A URI loses its encoded line breaks exactly as in WordPress.', () => {
  const uri = parse('uri');
  fc.assert(
    fc.property(of('%', '0', 'd', 'D', 'a', 'A', '%0d', '%0A', 'x', '👍', '%0%0'), (text) => {
      expect(uri(`/${text}`)).toBe(`/${removeUntilNone(text, /%0[da]/i)}`);
    }),
    RUNS,
  );
});

test('An IPv4 address is accepted exactly as in WordPress, however long the text is.', () => {
  const ip = parse('ip');
  const octets = fc.constantFrom('0', '00', '01', '9', '99', '199', '249', '255', '256', '300', '');
  const texts = fc.oneof(
    fc.array(octets, { minLength: 3, maxLength: 5 }).map((some) => some.join('.')),
    of('1', '.', '25', ' ', '\n', '255.'),
  );
  fc.assert(
    fc.property(texts, (text) => {
      expect(ip(text) !== INVALID).toBe(IPV4.test(text));
    }),
    RUNS,
  );
});

test('The longest IPv6 address is accepted.', () => {
  const longest = 'aaaa:aaaa:aaaa::aaaa:aaaa:aaaa:255.255.255.255';
  expect(parse('ip')(longest)).toBe(longest);
});

test('A text of megabytes is rejected or sanitized like any other, without a stack overflow.', () => {
  expect(parse('email')(`a@${'a-'.repeat(10_000_000)}`)).toBe(INVALID);
  expect(parse('email')(`a@${'a.'.repeat(10_000_000)}b`)).not.toBe(INVALID);
  expect(parse('uri')(`/${'%0'.repeat(300_000)}${'d'.repeat(300_000)}`)).toBe('/');
  expect(parse('email')(`a${'%'.repeat(300_000)}${'41'.repeat(300_000)}@b.co`)).toBe('a@b.co');
});
