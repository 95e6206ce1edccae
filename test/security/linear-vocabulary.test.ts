import { expect, test } from 'vitest';
import { compileSchema, INVALID } from '../../lib/schema/schema.js';
import type { ValueSchema } from '../support/schema-types.js';
import { stepCounter, superlinear } from './support/steps.js';

const SIZE = 400;

type Engine = (attack: Attack) => (value: unknown) => unknown;

interface Attack {
  readonly schema: ValueSchema;
  /** The schemas to which `$ref` leads. */
  readonly definitions?: Readonly<Record<string, ValueSchema>>;
  readonly value: (size: number) => unknown;
}

const list = <T>(size: number, item: (at: number) => T): T[] =>
  Array.from({ length: size }, (_, at) => item(at));
const padded = (at: number): string => `p${String(at).padStart(6, '0')}`;
const object = (size: number, value: (at: number) => unknown): object =>
  Object.fromEntries(list(size, (at) => [padded(at), value(at)]));

const choice: ValueSchema = {
  oneOf: [
    { type: 'object', properties: { a: { type: 'integer', required: true } } },
    {
      anyOf: [
        { type: 'array', items: { type: 'integer' } },
        { type: 'string', maxLength: 3 },
      ],
    },
    { type: 'object', oneOf: [{ required: ['b'] }], additionalProperties: { enum: [{ x: 1 }] } },
  ],
};
const unique: ValueSchema = { type: 'array', uniqueItems: true };

const node: ValueSchema = { type: 'object', $ref: 'Node' };
const label = { type: 'string', required: true, maxLength: 1 } as const;

/** Lists of nodes beside and within nodes; the innermost is wrong. */
const NODES = {
  Node: {
    type: 'object',
    properties: { label, others: { type: 'array', items: node }, next: node },
    additionalProperties: false,
  },
} as const;

const nodes = (size: number, wrong: object = { label: 'long' }): object =>
  Array.from({ length: size }).reduce<object>(
    (next) => ({ label: 'a', others: [{ label: 'b' }, { label: 'c' }], next }),
    wrong,
  );

/** The last item or property is what decides. */
const ATTACKS: Readonly<Record<string, Attack>> = {
  'unique texts': { schema: unique, value: (size) => list(size, padded) },
  'equal objects': { schema: unique, value: (size) => list(size, () => ({ b: 1, a: [2] })) },
  'unique lists within unique lists': {
    schema: { ...unique, items: { ...unique, items: { ...unique, items: { type: 'integer' } } } },
    value: (size) => [[list(size, String)], list(size, (at) => [at])],
  },
  'one object of many properties among unique items': {
    schema: unique,
    value: (size) => [object(size, () => 1), object(size, (at) => at)],
  },
  'an enum of objects': {
    schema: { type: 'object', enum: list(50, (at) => ({ at })) },
    value: (size) => object(size, () => 1),
  },
  'a map': {
    schema: { type: 'object', additionalProperties: { type: 'integer' }, minProperties: 1 },
    value: (size) => object(size, (at) => (at === size - 1 ? 'x' : at)),
  },
  'pattern properties': {
    schema: { type: 'object', patternProperties: { '^n_': {}, '9$': {}, '^p': choice } },
    value: (size) => object(size, (at) => (at === size - 1 ? 'wrong' : 'abc')),
  },
  'a long name': {
    schema: { type: 'object', patternProperties: { '^n_': {} }, additionalProperties: false },
    value: (size) => ({ ['n'.repeat(size)]: 1 }),
  },
  'alternatives within alternatives': {
    schema: { type: 'array', items: choice },
    value: (size) => list(size, (at) => (at === size - 1 ? 'wrong' : { b: { x: 1 } })),
  },
  'limits beside alternatives': {
    schema: {
      type: 'array',
      anyOf: [{ items: choice, minItems: 1 }, { maxItems: 1 }],
      items: { type: ['array', 'string', 'object'], items: { type: 'integer' } },
      uniqueItems: true,
    },
    value: (size) => list(size, (at) => [at]),
  },
  'objects within themselves': { schema: node, definitions: NODES, value: nodes },
  'lists of objects within themselves': {
    schema: { type: 'array', items: node },
    definitions: NODES,
    value: (size) => list(size, (at) => nodes(2, at === size - 1 ? {} : { label: 'z' })),
  },
  'alternatives within themselves': {
    schema: {
      anyOf: [
        { type: 'object', $ref: 'One' },
        { type: 'object', $ref: 'Other' },
      ],
    },
    definitions: Object.fromEntries(
      ['One', 'Other'].map((name) => [
        name,
        {
          type: 'object',
          properties: {
            label,
            next: {
              anyOf: [
                { type: 'object', $ref: 'One' },
                { type: 'object', $ref: 'Other' },
              ],
            },
            [name]: { type: 'integer' },
          },
          additionalProperties: false,
        },
      ]),
    ),
    value: (size) =>
      list(size, () => 1).reduce<object>((next) => ({ label: 'a', next }), { label: 'long' }),
  },
  'a list for many types': {
    schema: {
      type: ['integer', 'boolean', 'object', 'array'],
      items: { type: ['null', 'number'] },
    },
    value: (size) => list(size, (at) => (at === size - 1 ? 'x' : at)),
  },
  ...Object.fromEntries(
    ['<', '<script', '<script></script', '<!--', '%4', ' ', '<a "', '&', '\n<', '--> '].map(
      (part) => [
        `a text field of ${JSON.stringify(part)}`,
        {
          schema: { type: 'string', format: 'text-field' } as const,
          value: (size: number) => part.repeat(size) + '>',
        },
      ],
    ),
  ),
};

const counter = stepCounter();

const engineOf =
  (name: 'compiled' | 'interpreted'): Engine =>
  ({ schema, definitions = {} }) => {
    const validator = compileSchema(schema, {
      engine: name,
      definitions: new Map(Object.entries(definitions)),
    });
    return (value) =>
      validator.parse(value) === INVALID ? validator.explain(value, 'v') : undefined;
  };

test.each(Object.entries(ATTACKS))(
  'A value is read and its rejection explained in time linear in its size: %s.',
  async (_name, attack) => {
    const sized = (['compiled', 'interpreted'] as const).map((engine) => {
      const check = engineOf(engine)(attack);
      // The first value generates the code.
      check(attack.value(2));
      const run = (size: number) => Promise.resolve(check(attack.value(size)));
      return { title: engine, size: SIZE, least: SIZE / 8, run };
    });
    expect(await superlinear(counter, sized)).toEqual([]);
  },
);

test('The counter sees a list that is searched for each of its items.', async () => {
  const quadratic = (all: readonly unknown[]) =>
    Promise.resolve(all.filter((one, at) => all.indexOf(one) === at));
  await counter.clear();
  const once = await counter.countOf(() => quadratic(list(100, padded)));
  expect(await counter.countOf(() => quadratic(list(200, padded)))).toBeGreaterThan(3 * once);
});
