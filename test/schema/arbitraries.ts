import fc from 'fast-check';
import type {
  PropertySchema,
  ScalarType,
  SchemaType,
  ValueSchema,
} from '../../lib/schema/vocabulary.js';

/** Names that a careless implementation stumbles over. */
const names = fc.constantFrom(
  'sku',
  'qty',
  '0',
  '1',
  '',
  'a"b',
  '__proto__',
  'constructor',
  'valueOf',
);

const texts = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '0',
    '1',
    ' 7',
    '7 ',
    '1e2',
    '-0',
    '.5',
    '5.',
    '1,2',
    'a b',
    'a',
    'TRUE',
  ),
  fc.constantFrom('ada@example.com', '#fff', '::1', '2024-01-31T10:20:30Z', 'example.com', '👍'),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
);

const numbers = fc.oneof(fc.integer({ min: -3, max: 12 }), fc.double(), fc.constant(2 ** 53));

/** Any value that JSON or a query may bring, most of them near what the schemas ask for. */
export const values: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    texts,
    numbers,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(names, tie('value')), { maxLength: 4 })
      .map((entries) => Object.fromEntries(entries)),
  ),
})).value;

/** An enum that names null belongs to a nullable type alone. */
function withEnum(schema: ValueSchema): ValueSchema {
  const allowed = schema.enum?.filter((value) => value !== null || Array.isArray(schema.type));
  return allowed === undefined ? schema : { ...schema, enum: allowed };
}

const limits = fc
  .tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 4 }))
  .map(([low, room]) => [low, low + room] as const);

function typed<Type extends SchemaType>(type: Type): fc.Arbitrary<Type | readonly [Type, 'null']> {
  return fc.constantFrom(type, [type, 'null'] as const);
}

function numeric(type: ScalarType & ('integer' | 'number')): fc.Arbitrary<ValueSchema> {
  const bounds = fc
    .tuple(limits, fc.boolean(), fc.boolean(), fc.constantFrom({}, { multipleOf: 2 }))
    .map(([[minimum, maximum], exclusiveMinimum, exclusiveMaximum, factor]) => ({
      minimum,
      maximum: exclusiveMinimum || exclusiveMaximum ? maximum + 1 : maximum,
      exclusiveMinimum,
      exclusiveMaximum,
      ...factor,
    }));
  const choice = fc.constantFrom({}, { enum: [0, 1, 7] }, { enum: [1, null] });
  return fc
    .tuple(typed(type), fc.option(bounds, { nil: {} }), choice)
    .map(([one, bound, values]) => withEnum({ type: one, ...bound, ...values }));
}

const strings: fc.Arbitrary<ValueSchema> = fc
  .tuple(
    typed('string'),
    fc.option(
      limits.map(([minLength, maxLength]) => ({ minLength, maxLength })),
      { nil: {} },
    ),
    fc.constantFrom(
      {},
      { pattern: '^[\\w.]+$' },
      { format: 'email' as const },
      { format: 'uri' as const },
      { format: 'ip' as const },
      { format: 'date-time' as const },
      { format: 'text-field' as const },
      { format: 'textarea-field' as const },
    ),
    fc.constantFrom({}, { enum: ['a', '', 'http://example.com'] }, { enum: ['a', '1', null] }),
  )
  .map(([type, length, kind, values]) => withEnum({ type, ...length, ...kind, ...values }));

const EXAMPLES: Readonly<Record<SchemaType, (value: unknown) => boolean>> = {
  integer: (value) => value === 1,
  number: (value) => value === 1,
  string: (value) => value === 'a',
  boolean: (value) => value === true,
  array: (value) => Array.isArray(value),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  null: (value) => value === null,
};

/** Several types, with an enum of values of each. */
const unions: fc.Arbitrary<ValueSchema> = fc
  .tuple(
    fc.uniqueArray(
      fc.constantFrom<SchemaType>(
        'integer',
        'number',
        'string',
        'boolean',
        'array',
        'object',
        'null',
      ),
      { minLength: 1, maxLength: 4 },
    ),
    fc.constantFrom({}, { enum: ['a', 1, true, null, [1], { sku: 1 }] }),
  )
  .map(([type, some]) => {
    const allowed = some.enum?.filter((value) => type.some((one) => EXAMPLES[one](value)));
    return allowed === undefined || allowed.length === 0 ? { type } : { type, enum: allowed };
  });

/** `anyOf` or `oneOf`, with or without a type and limits beside it. */
function combined(inner: fc.Arbitrary<ValueSchema>): fc.Arbitrary<ValueSchema> {
  return fc
    .tuple(
      fc.array(inner, { minLength: 1, maxLength: 3 }),
      fc.constantFrom('anyOf' as const, 'oneOf' as const),
      fc.constantFrom<ValueSchema>(
        {},
        { type: 'string' },
        { type: ['string', 'integer'] },
        { type: 'object', properties: { sku: { type: 'integer' } } },
        { enum: ['a', 1] },
      ),
    )
    .map(([alternatives, quantity, own]) => {
      // An alternative without a type takes that of the whole, to which its enum may not belong.
      const typed = alternatives.map((one) =>
        own.type === undefined || one.type !== undefined ? one : { type: 'string' as const },
      );
      return { ...own, [quantity]: typed };
    });
}

/** Any lawful schema, three levels deep at most. */
export const schemas: fc.Arbitrary<ValueSchema> = fc.letrec<{ schema: ValueSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    numeric('integer'),
    numeric('number'),
    strings,
    typed('boolean').map((type) => ({ type })),
    unions,
    fc.constantFrom<ValueSchema>({}, { type: 'null' }, { enum: [1, 'a', { sku: 1 }] }),
    combined(tie('schema')),
    fc
      .tuple(
        typed('array'),
        fc.option(tie('schema'), { nil: undefined }),
        limits,
        fc.boolean(),
        fc.boolean(),
      )
      .map(([type, items, [minItems, maxItems], limited, uniqueItems]) => ({
        type,
        ...(items === undefined ? {} : { items }),
        ...(limited ? { minItems, maxItems } : {}),
        ...(uniqueItems ? { uniqueItems } : {}),
      })),
    fc
      .tuple(
        typed('object'),
        fc.array(fc.tuple(names, tie('schema'), fc.boolean()), { maxLength: 3 }),
        fc.oneof(fc.boolean(), tie('schema')),
        fc.option(limits, { nil: undefined }),
        fc.option(tie('schema'), { nil: undefined }),
      )
      .map(([type, members, additionalProperties, counts, pattern]) => ({
        type,
        properties: Object.fromEntries(
          members.map(([name, schema, required]): [string, PropertySchema] => [
            name,
            { ...schema, required },
          ]),
        ),
        additionalProperties,
        ...(counts === undefined ? {} : { minProperties: counts[0], maxProperties: counts[1] }),
        ...(pattern === undefined ? {} : { patternProperties: { '^[a-q]': pattern } }),
      })),
  ),
})).schema;

function nearItems({ items = { type: 'string' } }: ValueSchema): fc.Arbitrary<unknown> {
  return fc.array(near(items), { maxLength: 4 });
}

function nearObject({ properties = {} }: ValueSchema): fc.Arbitrary<unknown> {
  const members = Object.entries(properties).map(([name, property]) =>
    fc.tuple(fc.constant(name), near(property)),
  );
  return fc.tuple(...members).map((entries) => Object.fromEntries(entries));
}

/** Values of a schema's own shape, so that many of them pass; and some of any other. */
export function near(schema: ValueSchema): fc.Arbitrary<unknown> {
  const [alternative] = schema.anyOf ?? schema.oneOf ?? [];
  if (alternative !== undefined) return fc.oneof(near(alternative), values);
  const [type] = [schema.type].flat();
  const shaped =
    type === 'array' ? nearItems(schema) : type === 'object' ? nearObject(schema) : texts;
  const named = schema.enum ?? [schema.minimum ?? 'a', schema.maximum ?? 1, true];
  return fc.oneof(
    {
      arbitrary: type === 'array' || type === 'object' ? shaped : fc.constantFrom(...named),
      weight: 8,
    },
    { arbitrary: shaped, weight: 2 },
    { arbitrary: values, weight: 1 },
  );
}
