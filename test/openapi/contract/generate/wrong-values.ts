import fc from 'fast-check';
import { alternativesOf, typesOf, type Schema } from '../document.js';
import type { DocumentValidator } from '../validator.js';
import type { Limits, ValidValues } from './values.js';
import { foreignName } from './values.js';

type Arbitrary = fc.Arbitrary<unknown>;

/** Values of which few schemas accept many. */
const STRANGERS: readonly unknown[] = [
  [null],
  [true, false, 0, 1, -1, 1.5, 7, 1e21, 2 ** 53, -(2 ** 53), 1e-7],
  ['', ' ', 'x', 'null', 'true', 'FALSE', 'yes', '0', '1', '7', '-7', '1.0', '1.5', ' 3 ', '1e2'],
  ['0x1A', '9007199254740993', '.5', '5.', '+5', 'NaN', 'Infinity', 'a,b', '1,2', 'novel,essay'],
  ['2024-02-30', '2024-13-01', '24-01-01', '2024-02-30T00:00:00Z', '2024-01-31T24:00:00Z'],
  ['2024-01-31 10:20:30Z', '2024-01-31T10:20:30', '2024-01-31T10:20Z', '2024-01-31t10:20:30z'],
  ['2024-01-31T10:20:30+0200', '2024-01-31T10:20:60Z', '2024-01-31T10:20:30+02'],
  ['3FA85F64-5717-4562-B3FC-2C963F66AFA6', '3fa85f64', 'a@b.c', 'a@b', 'a@b.co', 'ä@b.co'],
  ['1.2.3', '1.2.3.256', '01.2.3.4', '::1', ':::', '::1.2.3.4', '#fff', '#FFFF', '#ggg', 'fff'],
  [
    'javascript:x',
    'http://example.com',
    '/a',
    'example.com',
    'zz'.repeat(40),
    '\u{1F600}'.repeat(5),
  ],
  [[], ['a'], [1], ['1', '2'], [[]], [null], ['a', 'a'], [1, 1], [1, '1'], [1, 2, 3, 4, 5]],
  [{}, { a: 1 }, { 0: 'a' }, { name: '' }, { name: 'Ada', more: 1 }, [{}], [{ sku: 'ab' }]],
  [{ shape: 'circle' }, { shape: 'square', width: 3 }, { shape: 'circle', radius: 0 }],
].flat(1);

const stranger = fc.constantFrom(...STRANGERS);

/** Values that differ from a valid one in one place: by another type, beyond a limit, with one property less or more. */
export class WrongValues {
  constructor(
    readonly valid: ValidValues,
    readonly validator: DocumentValidator,
  ) {}

  of(reference: Schema): Arbitrary {
    const schema = this.validator.follow(reference);
    const { anyOf: _any, oneOf: _one, ...rest } = schema;
    const options = alternativesOf(schema);
    const inner = options.map((option) => this.of({ ...rest, ...this.validator.follow(option) }));
    return fc.oneof(
      { weight: 2, arbitrary: stranger },
      ...inner.map((arbitrary) => ({ weight: 2, arbitrary })),
      ...beyond(schema).map((arbitrary) => ({ weight: 2, arbitrary })),
      ...this.#within(schema).map((arbitrary) => ({ weight: 3, arbitrary })),
    );
  }

  /** A list or an object with one wrong place. */
  #within(schema: Schema): readonly Arbitrary[] {
    const types = typesOf(schema);
    return [
      ...(types.includes('array') ? [this.#wrongList(schema)] : []),
      ...(types.includes('object') ? [this.#wrongObject(schema)] : []),
    ];
  }

  #wrongList({ items = {}, minItems = 0, maxItems }: Limits): Arbitrary {
    const one = this.valid.of(items);
    const tooMany = maxItems === undefined ? [] : [fc.array(one, atLeast(maxItems + 1))];
    const twice = one.map((item) => [item, item]);
    const tooFew = minItems === 0 ? [] : [fc.array(one, { maxLength: minItems - 1 })];
    const wrongItem = fc
      .tuple(fc.array(one, { maxLength: 2 }), this.of(items))
      .map(([list, item]) => [...list, item]);
    return fc.oneof(wrongItem, twice, ...tooMany, ...tooFew);
  }

  #wrongObject(schema: Limits): Arbitrary {
    const { properties = {}, additionalProperties } = schema;
    // An object that may be null has a list of types.
    const object = this.valid.of({ ...schema, type: 'object' }) as fc.Arbitrary<
      Record<string, unknown>
    >;
    const names = Object.keys(properties);
    const more = fc
      .tuple(object, foreignName, stranger)
      .map(([valid, name, value]) => ({ ...valid, [name]: value }));
    if (names.length === 0) {
      const others = typeof additionalProperties === 'object' ? additionalProperties : {};
      const wrong = fc.dictionary(foreignName, this.of(others), { maxKeys: 4 });
      return fc.oneof(more, wrong);
    }
    const name = fc.constantFrom(...names);
    const less = fc.tuple(object, name).map(([valid, gone]) => without(valid, gone));
    const changed = name.chain((one) =>
      fc
        .tuple(object, this.of(properties[one] ?? {}))
        .map(([valid, value]) => ({ ...valid, [one]: value })),
    );
    return fc.oneof(more, less, changed);
  }
}

export function without(values: Readonly<Record<string, unknown>>, gone: string) {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name !== gone));
}

function atLeast(length: number) {
  return { minLength: length, maxLength: length + 1 };
}

/** Just outside the limits of a scalar. */
function beyond({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...rest }: Limits) {
  const { minLength = 0, maxLength, multipleOf } = rest;
  const numbers = [
    ...(minimum === undefined ? [] : [minimum - 1, minimum - 0.5, minimum]),
    ...(maximum === undefined ? [] : [maximum + 1, maximum + 0.5, maximum]),
    ...(exclusiveMinimum === undefined ? [] : [exclusiveMinimum, exclusiveMinimum + 1e-9]),
    ...(exclusiveMaximum === undefined ? [] : [exclusiveMaximum, exclusiveMaximum - 1e-9]),
    ...(multipleOf === undefined ? [] : [multipleOf / 2, multipleOf * 3]),
  ];
  const texts = [
    ...(minLength === 0 ? [] : ['a'.repeat(minLength - 1), '\u{1F600}'.repeat(minLength - 1)]),
    ...(maxLength === undefined ? [] : ['a'.repeat(maxLength + 1), '\u{1F600}'.repeat(maxLength)]),
  ];
  const all = [...numbers, ...texts];
  return all.length === 0 ? [] : [fc.constantFrom<unknown>(...all)];
}
