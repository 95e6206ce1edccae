import { expect, test } from 'vitest';
import { mergeOpenApi } from 'nestjs-rest-routes/openapi';
import { documentOf } from './support/operations.js';

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
  const theirs = { openapi: '3.0.0', paths: { '/theirs': { get: { 'x-value': before } } } };
  const { paths } = mergeOpenApi(theirs, documentOf([]));
  expect(paths).toEqual({ '/theirs': { get: { 'x-value': after } } });
});
