import fc from 'fast-check';

const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));
const label = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,5}[a-z0-9]$/);

const day = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const time = fc
  .tuple(
    fc.integer({ min: 0, max: 23 }),
    fc.integer({ min: 0, max: 59 }),
    fc.integer({ min: 0, max: 59 }),
  )
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));

/** Texts of the formats of JSON Schema, as their specifications have them. */
export const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  email: fc
    .tuple(fc.stringMatching(/^[a-zA-Z0-9!#$&'*+/=?^_`{|}~-]{1,8}$/), label, label)
    .map(([name, host, top]) => `${name}@${host}.${top}`),
  uuid: fc
    .tuple(hex(8), hex(4), hex(4), hex(4), hex(12), fc.boolean())
    .map(([a, b, c, d, e, isUpper]) => {
      const text = [a, b, c, d, e].join('-');
      return isUpper ? text.toUpperCase() : text;
    }),
  ipv4: fc.ipV4(),
  ipv6: fc.ipV6(),
  uri: fc.oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.constantFrom('mailto:ada@example.com', 'urn:isbn:0451450523', 'foo:bar', 'http://[::1]/'),
  ),
  date: fc.oneof(day, fc.constantFrom('2024-02-29', '0001-01-01', '9999-12-31', '1970-01-01')),
  'date-time': fc
    .tuple(
      day,
      fc.constantFrom('T', 'T', 'T', 't'),
      time,
      fc.constantFrom('', '', '.5', '.123', '.123456789'),
      fc.constantFrom('Z', 'Z', 'Z', 'z', '+00:00', '-23:59', '+05:30'),
    )
    .map((parts) => parts.join('')),
};
