import fc from 'fast-check';
import { alternativesOf, typesOf, type Schema } from '../document.js';
import { FileValue } from '../request.js';
import type { DocumentValidator } from '../validator.js';
import { FORMATS } from './formats.js';

type Arbitrary = fc.Arbitrary<unknown>;

const MOST_ITEMS = 4;
const SAFE = Number.MAX_SAFE_INTEGER;

/** Names of properties that no schema lists, those that a language has itself among them. */
export const foreignName = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[a-z][a-zA-Z_-]{0,5}$/) },
  { weight: 1, arbitrary: fc.constantFrom('constructor', 'toString', 'size_a', 'size_') },
);

const anyText = fc.oneof(
  fc.stringMatching(/^[ -~]{0,12}$/),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.constantFrom('7', 'true', 'null', 'a,b', ' x ', '%41', '+', '<b>x</b>', '\u{1F600}', '\'"&='),
);

const anyJson: Arbitrary = fc.oneof(
  anyText,
  fc.constantFrom(0, 1, -1.5, true, false, null),
  fc.array(anyText, { maxLength: 2 }),
  fc.dictionary(foreignName, anyText, { maxKeys: 2 }),
);

/** Values that a schema of the document accepts, by its keywords. */
export class ValidValues {
  constructor(readonly validator: DocumentValidator) {}

  of(reference: Schema): Arbitrary {
    const schema = this.validator.follow(reference);
    return this.#candidates(schema).filter((value) => this.validator.isValid(schema, value));
  }

  #candidates(schema: Schema): Arbitrary {
    const { anyOf: _any, oneOf: _one, ...rest } = schema;
    const options = alternativesOf(schema);
    if (options.length > 0) {
      return fc.oneof(
        ...options.map((option) => this.of({ ...rest, ...this.validator.follow(option) })),
      );
    }
    if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
    const types = typesOf(schema);
    if (types.length === 0) return anyJson;
    return fc.oneof(...types.map((type) => this.#ofType(type, schema)));
  }

  #ofType(type: string, schema: Schema): Arbitrary {
    switch (type) {
      case 'string':
        return textOf(schema);
      case 'integer':
        return numberOf(schema, true);
      case 'number':
        return numberOf(schema, false);
      case 'boolean':
        return fc.boolean();
      case 'array':
        return this.#list(schema);
      case 'object':
        return this.#object(schema);
      default:
        return fc.constant(null);
    }
  }

  #list({ items = {}, minItems = 0, maxItems = MOST_ITEMS, uniqueItems }: Limits): Arbitrary {
    const lengths = { minLength: minItems, maxLength: Math.min(maxItems, minItems + MOST_ITEMS) };
    const item = this.of(items);
    return uniqueItems === true
      ? fc.uniqueArray(item, { ...lengths, selector: (value) => JSON.stringify(value) })
      : fc.array(item, lengths);
  }

  #object(schema: Limits): Arbitrary {
    const { properties = {}, required = [], patternProperties = {} } = schema;
    const { additionalProperties: others = true, minProperties = 0, maxProperties } = schema;
    const own = fc.record(
      Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, this.of(one)])),
      { requiredKeys: [...required] },
    );
    const patterns = Object.entries(patternProperties).map(([text, one]) =>
      fc.dictionary(fc.stringMatching(new RegExp(text, 'u')), this.of(one), { maxKeys: 2 }),
    );
    const isOpen = typeof others === 'object' || Object.keys(properties).length === 0;
    const rest =
      others === false || !isOpen
        ? []
        : [
            fc.dictionary(foreignName, others === true ? anyJson : this.of(others), {
              minKeys: minProperties,
              maxKeys: maxProperties ?? MOST_ITEMS,
            }),
          ];
    return fc
      .tuple(own, ...patterns, ...rest)
      .map((parts) => Object.assign({}, ...parts) as unknown);
  }
}

export interface Limits {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
}

function textOf({ format, pattern, minLength = 0, maxLength }: Limits): Arbitrary {
  if (format === 'binary') return picture;
  const known = format === undefined ? undefined : FORMATS[format];
  if (known !== undefined) return known;
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'));
  const most = maxLength ?? minLength + 12;
  return fc.oneof(
    anyText.filter((text) => lengthOf(text) >= minLength && lengthOf(text) <= most),
    fc.string({ unit: 'grapheme-ascii', minLength, maxLength: most }),
    fc.constantFrom(minLength, most).map((length) => 'é'.repeat(length)),
  );
}

/** In code points, as JSON Schema counts. */
function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** Routes look at the first bytes of a file. */
const picture = fc
  .stringMatching(/^[a-z]{0,9}$/)
  .map((content) => new FileValue(`GIF89a${content}`, 'image/gif'));

function numberOf(schema: Limits, isInteger: boolean): Arbitrary {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const least = minimum ?? exclusiveMinimum ?? -SAFE;
  const most = maximum ?? exclusiveMaximum ?? SAFE;
  if (multipleOf !== undefined) {
    const [from, to] = [Math.ceil(least / multipleOf), Math.floor(most / multipleOf)];
    return fc.integer(near(from, to)).map((count) => count * multipleOf);
  }
  const integers = [fc.integer(near(Math.ceil(least), Math.floor(most))), fc.constant(least)];
  const edges = [...integers, fc.constant(most)];
  if (isInteger) return fc.oneof(...edges);
  const fractions = { min: Math.max(least, -1e6), max: Math.min(most, 1e6), noNaN: true };
  return fc.oneof(...edges, fc.double(fractions));
}

function near(min: number, max: number): { readonly min: number; readonly max: number } {
  const low = Math.max(min, Math.min(max, 1000) - 2000);
  return { min: low, max: Math.max(low, Math.min(max, low + 2000)) };
}
