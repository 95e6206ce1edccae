import { schemaOfType, isTypeDiagnostic } from '../../types/type-schema.js';
import type { DeclaredType } from '../../types/type.js';
import { compileSchema, INVALID, parseDate, parseExistingDateTime } from '../../schema/schema.js';

/** Turns the text of a value in a request into a value of a type. Any other value is unchanged, for class-validator. */
export type Convert = (value: unknown) => unknown;

const KEEP: Convert = (value) => value;

/**
 * The conversion for a type that rules of class-validator describe: of one value, an enum or a list of them.
 *
 * @param isList Whether a list must be one; rules with `each` also accept a single value.
 */
export function converterFor(type: DeclaredType | undefined, isList = true): Convert {
  switch (type?.kind) {
    case 'integer':
    case 'number':
      return unlessTyped('number', parsed(type));
    case 'boolean':
      return unlessTyped('boolean', parsed(type));
    case 'enum':
      return parsedEnum(type);
    case 'date':
      return parsedDate(type);
    case 'array':
      return convertedList(type.items, isList);
    default:
      return KEEP;
  }
}

function unlessTyped(type: 'number' | 'boolean', convert: Convert): Convert {
  return (value) => (typeof value === type ? value : convert(value));
}

function parsed(type: DeclaredType): Convert {
  const parse = parserOf(type);
  return (value) => {
    const found = parse(value);
    return found === INVALID ? value : found;
  };
}

function parserOf(type: DeclaredType): Convert {
  const { keywords: _keywords, ...bare } = type;
  const made = schemaOfType(bare, () => ({ schema: {}, hydrations: [] }));
  return isTypeDiagnostic(made) ? () => INVALID : compileSchema(made.schema).parse;
}

function parsedEnum(type: Extract<DeclaredType, { readonly kind: 'enum' }>): Convert {
  const convert = parsed(type);
  const values = new Set<unknown>(type.values);
  return (value) => (values.has(value) ? value : convert(value));
}

/** A text that is not a date and time stays a text. */
function parsedDate(type: DeclaredType): Convert {
  const parse = parserOf(type);
  return (value) => {
    const text = typeof value === 'string' ? parse(value) : INVALID;
    if (typeof text !== 'string') return value;
    return parseDate(text) ?? parseExistingDateTime(text) ?? value;
  };
}

/** A text becomes a list if its elements are known: `?tags=a,b`, as in the whole library. */
function convertedList(items: DeclaredType, isList: boolean): Convert {
  const convert = converterFor(items);
  const split = parsed({ kind: 'array', items: { kind: 'any' } });
  const isSplit = isList && items.kind !== 'any';
  return (value) => {
    const list = typeof value === 'string' && isSplit ? split(value) : value;
    if (Array.isArray(list)) return convert === KEEP ? list : list.map(convert);
    return isList ? list : convert(list);
  };
}
