import type { Schema } from '../document.js';
import type { DocumentValidator } from '../validator.js';
import { typedReader, type Reader } from './read-text.js';

/**
 * What the API accepts beyond its document, as WordPress does. docs/discovery-and-openapi.md lists the same.
 *
 * - A text that spells a number is a number, also with a sign, blanks, or without digits at one side of the
 *   point.
 * - `"true"`, `"false"`, `"1"` and `"0"` in any case, and the numbers 1 and 0, are booleans.
 * - A text is a list, divided at commas and blanks; a number or `true` is a list of one text.
 * - An object whose names are integers is a list; a list is an object.
 * - The empty text is an empty list or object. With typed values, that of a query or a form is absent elsewhere (`empty-fields.ts`).
 */
const NUMERIC = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;
const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false, 1: true, 0: false };
const INTEGER_NAME = /^(?:0|-?[1-9]\d*)$/;

function scalars(sent: unknown): readonly unknown[] {
  if (typeof sent === 'string') {
    const boolean = BOOLEANS[sent.toLowerCase()];
    return [
      sent,
      ...(NUMERIC.test(sent) ? [Number(sent) + 0] : []),
      ...(boolean === undefined ? [] : [boolean]),
    ];
  }
  return sent === 1 || sent === 0 ? [sent, sent === 1] : [sent];
}

function listOf(sent: unknown): unknown {
  if (typeof sent === 'string') return sent.split(/[\s,]+/).filter((text) => text !== '');
  if (typeof sent === 'number') return [String(sent)];
  if (sent === true) return ['1'];
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
  const names = Object.keys(sent);
  const isList = names.length > 0 && names.every((name) => INTEGER_NAME.test(name));
  return isList ? Object.values(sent) : sent;
}

function objectOf(sent: unknown): unknown {
  if (sent === '') return {};
  return Array.isArray(sent) ? Object.fromEntries(Object.entries(sent)) : sent;
}

/** Reads what arrived as the API does. */
export function coercingReader(validator: DocumentValidator): Reader {
  return typedReader(validator, { scalar: scalars, list: listOf, object: objectOf });
}

/**
 * - Formats: a `uri` is any text; a `date-time` may lack its offset, and a day that its month does not have
 *   is one of the next month.
 */
const LOOSE: Readonly<Record<string, Schema>> = {
  uri: {},
  'date-time': {
    pattern:
      '^\\d{4}-(0\\d|1[0-2])-([0-2]\\d|3[01])[Tt ]([01]\\d|2[0-4]):[0-5]\\d:([0-5]\\d|60)(\\.\\d+)?' +
      '(Z|[+-]([01]\\d|2[0-4])(:[0-5]\\d)?)?$',
  },
};

/** A schema, without what the API does not hold values to. */
export function loosened(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(loosened);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, loosened(value)]),
  );
  const loose = typeof inner['format'] === 'string' ? LOOSE[inner['format']] : undefined;
  if (loose === undefined) return inner;
  const { format: _format, ...rest } = inner;
  return { ...rest, ...loose };
}
