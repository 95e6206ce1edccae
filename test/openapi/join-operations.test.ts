import { describe, expect, test } from 'vitest';
import { joinOperations } from '../../lib/openapi/document/join-operations.js';
import type { JsonSchema, WholeOperation } from '../../lib/openapi/document/open-api-types.js';

const operation = (parts: Partial<WholeOperation> = {}): WholeOperation => ({
  operationId: 'Items_one',
  summary: 'Reads.',
  description: 'Reads.',
  tags: ['Items'],
  security: [],
  responses: {},
  ...parts,
});
const bearer = (name: string): WholeOperation['security'] => [{ bearer: [name] }];
const query = (name: string, type: string) => ({
  name,
  in: 'query' as const,
  required: true,
  schema: { type },
});

describe('two operations on the same path', () => {
  const SECURITY: readonly (readonly [
    string,
    WholeOperation['security'],
    WholeOperation['security'],
    WholeOperation['security'],
  ])[] = [
    ['are public when both are', [], [], []],
    ['allow anonymous callers when the first is public', [], bearer('a'), [{}, { bearer: ['a'] }]],
    ['allow anonymous callers when the second is public', bearer('a'), [], [{}, { bearer: ['a'] }]],
    [
      'allow the callers of either',
      bearer('a'),
      bearer('b'),
      [{ bearer: ['a'] }, { bearer: ['b'] }],
    ],
  ];

  test.each(SECURITY)('%s', (_title, a, b, joint) => {
    const joined = joinOperations(operation({ security: a }), operation({ security: b }));
    expect(joined.security).toEqual(joint);
  });

  test('require a parameter only when both require it, and accept the values of either', () => {
    const { parameters } = joinOperations(
      operation({ parameters: [query('page', 'integer'), query('kind', 'string')] }),
      operation({ parameters: [query('kind', 'integer'), query('sort', 'string')] }),
    );
    expect(parameters).toEqual([
      { ...query('page', 'integer'), required: false },
      { ...query('kind', 'string'), schema: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
      { ...query('sort', 'string'), required: false },
    ]);
  });

  test('leave texts of digits to the integer of a path', () => {
    const inPath = (schema: JsonSchema) => ({ ...query('id', ''), in: 'path' as const, schema });
    const integer = { type: 'integer', minimum: 0 };
    const { parameters } = joinOperations(
      operation({ parameters: [inPath(integer)] }),
      operation({ parameters: [inPath({ type: 'string', pattern: '^[^/]+$' })] }),
    );
    const pattern = '^[^/]*[^/0-9][^/]*$';
    expect(parameters).toEqual([inPath({ anyOf: [integer, { type: 'string', pattern }] })]);
    const texts = ['7', '9007199254740992', '-7', '7a', 'a', 'a/b'];
    expect(texts.filter((text) => new RegExp(pattern).test(text))).toEqual(['-7', '7a', 'a']);
  });

  test('require a body only when both require one', () => {
    const content = { 'application/json': { schema: { type: 'object' } } };
    const withBody = operation({ requestBody: { required: true, content } });
    expect(joinOperations(withBody, withBody).requestBody).toEqual({ required: true, content });
    const optional = { required: false, content };
    expect(joinOperations(withBody, operation()).requestBody).toEqual(optional);
    expect(joinOperations(operation(), withBody).requestBody).toEqual(optional);
    expect(joinOperations(operation(), operation())).not.toHaveProperty('requestBody');
  });

  test('give the responses of either', () => {
    const json = (type: string) => ({
      description: 'The response.',
      content: { 'application/json': { schema: { type } } },
    });
    const error = { $ref: '#/components/responses/NotFound' };
    const { responses } = joinOperations(
      operation({ responses: { '200': json('string'), '404': error } }),
      operation({ responses: { '200': json('integer'), '204': { description: 'Done.' } } }),
    );
    expect(responses).toEqual({
      '200': {
        description: 'The response.',
        content: {
          'application/json': { schema: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
        },
      },
      '204': { description: 'Done.' },
      '404': error,
    });
  });
});
