import { expect, test } from 'vitest';
import { withoutNullable } from '../../lib/openapi/merge-open-api.js';

test.each([
  [{ type: 'string', nullable: true }, { type: ['string', 'null'] }],
  [
    { type: 'string', nullable: false },
    { type: 'string', nullable: false },
  ],
  [{ $ref: '#/a', nullable: true }, { anyOf: [{ $ref: '#/a' }, { type: 'null' }] }],
  [
    { properties: { a: { type: 'integer', nullable: true } } },
    { properties: { a: { type: ['integer', 'null'] } } },
  ],
  [[{ type: 'number', nullable: true }], [{ type: ['number', 'null'] }]],
  ['text', 'text'],
  [null, null],
])('%j of OpenAPI 3.0 is %j in OpenAPI 3.1', (before, after) => {
  expect(withoutNullable(before)).toEqual(after);
});
