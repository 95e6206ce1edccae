import { expect, test } from 'vitest';
import { declaredResponse } from '../../lib/routes/declared-response.js';
import { returnedSchema } from '../../lib/types/response-schema.js';
import {
  type DeclaredType,
  mapType,
  type TypeSignature,
  nameOfType,
} from '../../lib/types/type.js';
import { isTypeDiagnostic, schemaOfType } from '../../lib/types/type-schema.js';

/** One type of each kind: a kind without one does not compile. */
const SIGNED: Readonly<Record<TypeSignature['kind'], TypeSignature>> = {
  integer: { kind: 'integer' },
  number: { kind: 'number' },
  string: { kind: 'string' },
  boolean: { kind: 'boolean' },
  date: { kind: 'date' },
  any: { kind: 'any' },
  request: { kind: 'request' },
  file: { kind: 'file' },
  enum: { kind: 'enum', values: ['a', 'b'] },
  array: { kind: 'array', items: { kind: 'class', name: 'Item' } },
  union: { kind: 'union', options: [{ kind: 'string' }, { kind: 'class', name: 'Item' }] },
  object: { kind: 'object', properties: [{ name: 'a', type: { kind: 'class', name: 'Item' } }] },
  class: { kind: 'class', name: 'Item' },
  opaque: { kind: 'opaque', text: 'Date | Map' },
};

const ITEM = { kind: 'class', handle: { name: 'Item', ref: 'Item' } } as const;
const resolved = Object.values(SIGNED).map((type) => mapType(type, () => ITEM));
const DECLARED: readonly DeclaredType[] = [
  ...resolved,
  { kind: 'schema', schema: { type: 'string' } },
];
const item = () => ({ schema: { type: 'object' }, hydrations: [] }) as const;

test('a type of each kind is resolved, with the classes in it', () => {
  expect(resolved.map(({ kind }) => kind)).toEqual(Object.keys(SIGNED));
  expect(JSON.stringify(resolved)).not.toContain('"kind":"class","name"');
});

test('a type of each kind has a text', () => {
  expect(DECLARED.map(nameOfType)).toEqual([
    'integer',
    'number',
    'string',
    'boolean',
    'date',
    'unknown',
    'request',
    'UploadedFile',
    '"a" | "b"',
    'Item[]',
    'string | Item',
    '{ a }',
    'Item',
    'Date | Map',
    'schema',
  ]);
});

test('a type of each kind has a schema, or a reason why it has none', () => {
  const made = DECLARED.map((type) => schemaOfType(type, item));
  const without = DECLARED.filter((_, at) => {
    const one = made[at];
    return one !== undefined && isTypeDiagnostic(one);
  });
  expect(without.map(({ kind }) => kind)).toEqual(['request', 'file', 'opaque']);
});

test('a type of each kind that is returned has a schema, and a shape or a part that states none', () => {
  const described = DECLARED.filter(
    (type) => Object.keys(returnedSchema(type, item, 'with links').schema).length === 0,
  );
  expect(described.map(({ kind }) => kind)).toEqual(['any', 'request', 'file', 'opaque']);
  const unstated = DECLARED.filter((type) => declaredResponse(type, () => []).unstated.length > 0);
  expect(unstated.map(({ kind }) => kind)).toEqual(['any', 'request', 'file', 'opaque']);
});
