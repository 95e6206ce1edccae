import fc from 'fast-check';
import type { PropertyShape, Shape } from '../../../lib/schema/shapes/shape.js';

const NAMES = ['id', 'title', 'name', 'constructor', 'a b', 'tags', '7', 'é"'] as const;
const DEPTH = 3;

const scalar: fc.Arbitrary<Shape> = fc.oneof(
  fc.constantFrom<Shape>(
    { kind: 'string' },
    { kind: 'number' },
    { kind: 'integer' },
    { kind: 'boolean' },
    { kind: 'date' },
    { kind: 'any' },
  ),
  fc
    .uniqueArray(fc.constantFrom('a', 'b', 'c', 1, 2, 3, 4, 5, 6, 7, 8), { minLength: 1 })
    .map((values): Shape => ({ kind: 'enum', values })),
);

function shapeOf(depth: number): fc.Arbitrary<Shape> {
  if (depth === 0) return scalar;
  const inner = shapeOf(depth - 1);
  return fc.oneof(
    { weight: 2, arbitrary: scalar },
    { weight: 1, arbitrary: nonNull(inner).map((of): Shape => ({ kind: 'nullable', of })) },
    { weight: 2, arbitrary: inner.map((items): Shape => ({ kind: 'list', items })) },
    { weight: 1, arbitrary: unionOf(inner) },
    { weight: 4, arbitrary: objectOf(inner) },
  );
}

function nonNull(shape: fc.Arbitrary<Shape>): fc.Arbitrary<Shape> {
  return shape.filter(({ kind }) => kind !== 'nullable' && kind !== 'any');
}

function unionOf(inner: fc.Arbitrary<Shape>): fc.Arbitrary<Shape> {
  // A union with `any` is `any`.
  const known = inner.filter((shape) => !JSON.stringify(shape).includes('"any"'));
  return fc
    .array(known, { minLength: 2, maxLength: 3 })
    .map((options): Shape => ({ kind: 'union', options }));
}

function objectOf(inner: fc.Arbitrary<Shape>): fc.Arbitrary<Shape> {
  const property = fc.record({
    name: fc.constantFrom(...NAMES),
    shape: inner,
    isOptional: fc.boolean(),
  });
  const properties: fc.Arbitrary<PropertyShape[]> = fc.uniqueArray(property, {
    selector: ({ name }) => name,
    maxLength: 4,
  });
  const others = fc.option(inner, { nil: undefined, freq: 4 });
  return fc
    .record({ properties, others })
    .map((parts): Shape => ({ kind: 'object', name: undefined, ...parts }));
}

class Instance {
  constructor(values: object) {
    Object.assign(this, values);
  }
  get password(): string {
    return 'never sent';
  }
}

/** The same value in another dress: JSON shows no difference. */
function dressed(value: unknown): fc.Arbitrary<unknown> {
  const asItIs = fc.constant(value);
  const withMethod = fc.constant({ toJSON: () => value });
  if (typeof value === 'string')
    return fc.oneof({ weight: 5, arbitrary: asItIs }, withMethod, fc.constant(new String(value)));
  if (typeof value === 'number')
    return fc.oneof({ weight: 5, arbitrary: asItIs }, withMethod, fc.constant(new Number(value)));
  if (
    typeof value !== 'object' ||
    value === null ||
    Array.isArray(value) ||
    value instanceof Date
  ) {
    return asItIs;
  }
  return fc.oneof(
    { weight: 5, arbitrary: asItIs },
    { weight: 1, arbitrary: withMethod },
    { weight: 2, arbitrary: fc.constant(new Instance(value)) },
    { weight: 1, arbitrary: fc.constant(Object.assign(Object.create(null) as object, value)) },
  );
}

const stray: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    undefined,
    NaN,
    Infinity,
    '',
    'a',
    1,
    1.5,
    true,
    () => 1,
    Symbol('s'),
  ),
  fc.constantFrom<unknown>(
    {},
    [],
    { id: 1, secret: 'x' },
    [{ secret: 1 }],
    new Map([['a', 1]]),
    new Set([1]),
    new Date(NaN),
  ),
);

/** Any code units: control characters, and halves of characters. */
const text: fc.Arbitrary<string> = fc.oneof(
  fc.string({ maxLength: 3 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 5 })
    .map((units) => String.fromCharCode(...units)),
);

function fitting(shape: Shape): fc.Arbitrary<unknown> {
  switch (shape.kind) {
    case 'string':
      return text;
    case 'number':
      return fc.constantFrom(0, 1.5, -2, -0, 1e300, -5e-324);
    case 'integer':
      return fc.integer();
    case 'boolean':
      return fc.boolean();
    case 'date':
      return fc.date({
        min: new Date('2000-01-01T00:00:00Z'),
        max: new Date('2030-01-01T00:00:00Z'),
        noInvalidDate: true,
      });
    case 'enum':
      return fc.constantFrom(...shape.values);
    case 'any':
      return fc.constantFrom<unknown>(1, 'any', { deep: [1, { x: 1 }] }, null);
    case 'nullable':
      return fc.option(near(shape.of), { nil: null });
    case 'list':
      return fc.array(near(shape.items), { maxLength: 3 });
    case 'object':
      return fittingObject(shape.properties, shape.others);
    case 'union':
      return fc.oneof(...shape.options.map(near));
    default:
      return fc.constant(undefined);
  }
}

function fittingObject(
  properties: readonly PropertyShape[],
  others: Shape | undefined,
): fc.Arbitrary<unknown> {
  const known = properties.map(({ name, shape, isOptional }): [string, fc.Arbitrary<unknown>] => [
    name,
    isOptional ? fc.option(near(shape), { nil: undefined, freq: 2 }) : near(shape),
  ]);
  const more = others === undefined ? fc.constantFrom(undefined, 'hash', { a: 1 }) : near(others);
  return fc
    .record({ known: fc.record(Object.fromEntries(known)), more: fc.option(more) })
    .map(({ known: own, more: extra }) =>
      extra === null ? own : { ...own, password_hash: extra },
    );
}

/** Mostly a value of the shape, in some dress, and sometimes another. */
function near(shape: Shape): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 30, arbitrary: fitting(shape).chain(dressed) },
    { weight: 1, arbitrary: stray },
  );
}

/** A shape, and a value that has it or nearly does. */
export const shapedCases: fc.Arbitrary<{ readonly shape: Shape; readonly value: unknown }> =
  shapeOf(DEPTH).chain((shape) => near(shape).map((value) => ({ shape, value })));
