import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileShape } from '../../lib/schema/shapes/compile-shape.js';
import type { ShapeDifference } from '../../lib/schema/shapes/differences.js';
import type { KeptProperty, ObjectShape, Shape } from '../../lib/schema/shapes/shape.js';
import { prune } from './support/prune.js';
import { shapedCases } from './support/shaped-values.js';

/** What is sent, as JSON has it, and the differences that are reported. */
function send(shape: Shape, value: unknown, kept?: KeptProperty) {
  const differences: ShapeDifference[] = [];
  const sent = compileShape(shape, kept).send(value, (found) => differences.push(...found));
  return { json: jsonOf(sent), differences };
}

function jsonOf(value: unknown): unknown {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? undefined : JSON.parse(text);
}

const TEXT: Shape = { kind: 'string' };

test('a random value is sent as its pruned JSON, and a difference is reported if it has one', () => {
  const outcomes = { equal: 0, different: 0 };
  fc.assert(
    fc.property(shapedCases, ({ shape, value }) => {
      const expected = prune(shape, jsonOf(value));
      const { json, differences } = send(shape, value);
      // What is sent of a value that fits no option of a union has a test of its own.
      if (expected.fits || !JSON.stringify(shape).includes('"union"')) {
        expect(json).toEqual(jsonOf(expected.value));
      }
      expect(differences.length > 0).toBe(!expected.fits);
      outcomes[expected.fits ? 'equal' : 'different']++;
    }),
    { numRuns: 1500 },
  );
  expect(outcomes.equal).toBeGreaterThan(800);
  expect(outcomes.different).toBeGreaterThan(200);
});

const user = object({ name: TEXT });

function object(properties: Readonly<Record<string, Shape>>, more: Partial<ObjectShape> = {}) {
  const known = Object.entries(properties);
  return {
    kind: 'object',
    name: undefined,
    properties: known.map(([name, shape]) => ({ name, shape, isOptional: false })),
    others: undefined,
    ...more,
  } as const;
}

describe('a declared response', () => {
  test('an object that contains itself is pruned at every depth', () => {
    const node = object({ name: TEXT });
    const list: Shape = { kind: 'list', items: node };
    const tree = Object.assign(node, {
      properties: [...node.properties, { name: 'nodes', shape: list, isOptional: true }],
    });
    const inner = { name: 'b', secret: 1, nodes: [{ name: 'c', secret: 2 }] };
    expect(send(tree, { name: 'a', nodes: [inner], secret: 0 })).toEqual({
      json: { name: 'a', nodes: [{ name: 'b', nodes: [{ name: 'c' }] }] },
      differences: [],
    });
  });

  test('an object within itself is an error', () => {
    const node = object({ name: TEXT });
    const parent = { name: 'parent', shape: node as Shape, isOptional: true };
    Object.assign(node, { properties: [...node.properties, parent] });
    const circle: Record<string, unknown> = { name: 'a' };
    circle['parent'] = circle;
    expect(() => send(node, circle)).toThrow(RangeError);
  });

  test('names that every object has are taken from the value only', () => {
    const shape = object({ constructor: TEXT, __proto__: TEXT });
    const named = JSON.parse('{"constructor":"a","__proto__":"b","toString":"c"}') as object;
    const names = object({ constructor: TEXT, ['__proto__']: TEXT });
    expect(send(names, named).json).toEqual(JSON.parse('{"constructor":"a","__proto__":"b"}'));
    expect(send(shape, {}).differences.map(({ path }) => path)).toEqual(['constructor']);
  });

  test('a getter of a class is no property, and one of an object is read once', () => {
    class Person {
      name = 'Ada';
      get secret() {
        return 'class';
      }
    }
    expect(send(object({ secret: TEXT }, {}), new Person()).differences).toHaveLength(1);
    let reads = 0;
    const person = {
      get name() {
        reads += 1;
        return 'Ada';
      },
    };
    expect(send(user, person).json).toEqual({ name: 'Ada' });
    expect(reads).toBe(1);
  });

  test('what JSON hides stays hidden, although it is declared', () => {
    const hidden = Object.defineProperty({}, 'name', { value: 'Ada', enumerable: false });
    expect(send(user, hidden).json).toEqual({});
  });

  test('an object in the place of a text is not sent, and a number is', () => {
    const wrong = { path: 'name', expected: 'a string' };
    expect(send(user, { name: { password: 1 } })).toEqual({
      json: {},
      differences: [{ ...wrong, received: 'an object' }],
    });
    expect(send(user, { name: 1 })).toEqual({
      json: { name: 1 },
      differences: [{ ...wrong, received: 'a number' }],
    });
  });

  test('a value of a union that its property names is pruned as that option', () => {
    const kind = (value: string): Shape => ({ kind: 'enum', values: [value] });
    const cat = object({ kind: kind('cat'), name: TEXT });
    const dog = object({ kind: kind('dog'), name: TEXT, tag: TEXT });
    const pet: Shape = { kind: 'union', options: [cat, dog] };
    expect(send(pet, { kind: 'cat', name: 'a', tag: 'b' }).json).toEqual({
      kind: 'cat',
      name: 'a',
    });
    expect(send(pet, { kind: 'dog', name: 'a' }).differences).toEqual([
      { path: 'tag', expected: 'a string', received: 'nothing' },
    ]);
  });

  test('a value that fits no option of a union is pruned as the one it differs least from', () => {
    const long = object({ name: TEXT, id: { kind: 'integer' }, size: { kind: 'integer' } });
    const either: Shape = { kind: 'union', options: [TEXT, long, user] };
    expect(send(either, { name: null, id: 1, secret: 2 })).toEqual({
      json: { name: null },
      differences: [
        { path: '', expected: 'a string or an object or an object', received: 'an object' },
      ],
    });
  });

  test.each([
    ['a number that is not finite', Infinity],
    ['an object whose toJSON returns null', { toJSON: () => null }],
  ])('in a union, too, %s is null where null is declared', (_what, value) => {
    for (const of of [TEXT, user]) {
      const named = object({ name: { kind: 'nullable', of } });
      const either: Shape = { kind: 'union', options: [object({}), named] };
      expect(send(either, { name: value })).toEqual({ json: { name: null }, differences: [] });
    }
  });

  test.each([
    ['a symbol', Symbol('one')],
    ['a function', () => 1],
  ])('in a union, too, %s is left out where a property is optional', (_what, value) => {
    const [id] = object({ id: TEXT }).properties;
    const properties =
      id === undefined ? [] : [id, { name: 'name', shape: user, isOptional: true }];
    const either: Shape = { kind: 'union', options: [object({}), { ...user, properties }] };
    expect(send(either, { id: 'a', name: value })).toEqual({ json: { id: 'a' }, differences: [] });
  });

  test('a bigint is an error, as JSON.stringify makes it one', () => {
    expect(() => send(object({ size: { kind: 'integer' } }), { size: 1n })).toThrow(TypeError);
  });

  test('a place names its list and its property, and twenty of them are reported', () => {
    const shape: Shape = { kind: 'list', items: object({ 'first name': TEXT }) };
    const { differences } = send(
      shape,
      Array.from({ length: 30 }, () => ({})),
    );
    expect(differences).toHaveLength(20);
    expect(differences[3]?.path).toBe('[3]["first name"]');
  });
});

test('a property that is kept is sent where its value is accepted', () => {
  const kept = {
    name: '_links',
    keep: (value: unknown) => (value === 'links' ? value : undefined),
  };
  expect(send(user, { name: 'a', _links: 'links' }, kept).json).toEqual({
    name: 'a',
    _links: 'links',
  });
  expect(send(user, { name: 'a', _links: 'data' }, kept).json).toEqual({ name: 'a' });
});
