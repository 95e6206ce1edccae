import {
  schemaOfType,
  isTypeDiagnostic,
  type Conversion,
  type TextReading,
} from '../../types/type-schema.js';
import type { DeclaredType } from '../../types/type.js';
import { compileSchema, INVALID, noMoment, readMoment, textLists } from '../../schema/schema.js';
import type { Violation } from '../../schema/messages.js';

/** Turns the text of a value in a request into a value of a type. Any other value is unchanged, for class-validator. */
type Convert = (value: unknown, reading: TextReading) => unknown;

const KEEP: Convert = (value) => value;

/**
 * The conversion for a type that rules of class-validator describe: of one value, an enum or a list of them.
 *
 * @param isList Whether a list must be one; rules with `each` also accept a single value.
 */
export function conversionFor(type: DeclaredType | undefined, isList: boolean): Conversion {
  const convert = converterFor(type, isList);
  return (reading) => {
    const hydrate = (value: unknown): unknown => convert(value, reading);
    if (!holdsMoments(type)) return hydrate;
    const explain = (value: unknown, place: string) => explainMoment(value, place, reading);
    return Object.assign(hydrate, { explain });
  };
}

function holdsMoments(type: DeclaredType | undefined): boolean {
  return type?.kind === 'array' ? holdsMoments(type.items) : type?.kind === 'date';
}

function converterFor(type: DeclaredType | undefined, isList = true): Convert {
  switch (type?.kind) {
    case 'integer':
    case 'number':
      return unlessTyped('number', parsed(type));
    case 'boolean':
      return unlessTyped('boolean', parsed(type));
    case 'enum':
      return parsedEnum(type);
    case 'date':
      return readDate;
    case 'array':
      return convertedList(type.items, isList);
    default:
      return KEEP;
  }
}

function unlessTyped(type: 'number' | 'boolean', convert: Convert): Convert {
  return (value, reading) => (typeof value === type ? value : convert(value, reading));
}

function parsed(type: DeclaredType): Convert {
  const parse = parserOf(type);
  return (value) => {
    const found: unknown = parse(value);
    return found === INVALID ? value : found;
  };
}

function parserOf(type: DeclaredType): (value: unknown) => unknown {
  const { keywords: _keywords, ...bare } = type;
  const made = schemaOfType(bare, () => ({ schema: {}, hydrations: [] }));
  return isTypeDiagnostic(made) ? () => INVALID : compileSchema(made.schema).parse;
}

function parsedEnum(type: Extract<DeclaredType, { readonly kind: 'enum' }>): Convert {
  const convert = parsed(type);
  const values = new Set<unknown>(type.values);
  return (value, reading) => (values.has(value) ? value : convert(value, reading));
}

/**
 * A text that names no moment, to class-transformer and `new Date()` either, stays a text, for class-validator. They
 * would read others in the time zone of the process.
 */
const readDate: Convert = (value, { moments }) => {
  if (typeof value !== 'string') return value;
  const moment = readMoment(value, moments);
  if (typeof moment !== 'string') return moment;
  // The blank may have been a plus sign.
  const text = value.replace(/(:\d\d(?:\.\d+)?) (?=\d\d(?::?\d\d)?$)/, '$1+');
  return Number.isNaN(Date.parse(text)) ? value : INVALID;
};

function explainMoment(value: unknown, place: string, reading: TextReading): Violation | undefined {
  if (Array.isArray(value)) {
    const at = value.findIndex((one) => readDate(one, reading) === INVALID);
    return at === -1 ? undefined : explainMoment(value[at], `${place}[${at}]`, reading);
  }
  const moment = typeof value === 'string' ? readMoment(value, reading.moments) : undefined;
  return typeof moment === 'string' ? noMoment(place, moment) : undefined;
}

/** A text becomes a list if its elements are known, as in the whole library. */
function convertedList(items: DeclaredType, isList: boolean): Convert {
  const convert = converterFor(items);
  const isSplit = isList && items.kind !== 'any';
  return (value, reading) => {
    const list = typeof value === 'string' && isSplit ? textLists[reading.lists](value) : value;
    if (!Array.isArray(list)) return isList ? list : convert(list, reading);
    if (convert === KEEP) return list;
    const converted = list.map((one) => convert(one, reading));
    return converted.includes(INVALID) ? INVALID : converted;
  };
}
