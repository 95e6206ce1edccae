import fc from 'fast-check';
import type {
  PropertySchema,
  ScalarType,
  SchemaType,
  ValueSchema,
} from '../../lib/schema/schema.js';

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
  const values = schema.enum?.filter((value) => value !== null || Array.isArray(schema.type));
  return values === undefined ? schema : { ...schema, enum: values };
}

const limits = fc
  .tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 4 }))
  .map(([low, room]) => [low, low + room] as const);

function typed<Type extends SchemaType>(type: Type): fc.Arbitrary<Type | readonly [Type, 'null']> {
  return fc.constantFrom(type, [type, 'null'] as const);
}

function numeric(type: ScalarType & ('integer' | 'number')): fc.Arbitrary<ValueSchema> {
  const bounds = limits.map(([minimum, maximum]) => ({ minimum, maximum }));
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
    ),
    fc.constantFrom({}, { enum: ['a', '', 'http://example.com'] }, { enum: ['a', '1', null] }),
  )
  .map(([type, length, kind, values]) => withEnum({ type, ...length, ...kind, ...values }));

/** Any lawful schema, three levels deep at most. */
export const schemas: fc.Arbitrary<ValueSchema> = fc.letrec<{ schema: ValueSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    numeric('integer'),
    numeric('number'),
    strings,
    typed('boolean').map((type) => ({ type })),
    fc
      .tuple(typed('array'), fc.option(tie('schema'), { nil: undefined }), limits, fc.boolean())
      .map(([type, items, [minItems, maxItems], limited]) => ({
        type,
        ...(items === undefined ? {} : { items }),
        ...(limited ? { minItems, maxItems } : {}),
      })),
    fc
      .tuple(
        typed('object'),
        fc.array(fc.tuple(names, tie('schema'), fc.boolean()), { maxLength: 3 }),
        fc.boolean(),
      )
      .map(([type, members, closed]) => ({
        type,
        properties: Object.fromEntries(
          members.map(([name, schema, required]): [string, PropertySchema] => [
            name,
            { ...schema, required },
          ]),
        ),
        ...(closed ? { additionalProperties: false as const } : {}),
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
  const [type] = [schema.type].flat() as readonly SchemaType[];
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
