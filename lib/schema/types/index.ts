import type { ValueType } from '../value-type.js';
import type { SchemaType } from '../vocabulary.js';
import { arrayType } from './array.js';
import { booleanType } from './boolean.js';
import { integerType } from './integer.js';
import { numberType } from './number.js';
import { objectType } from './object.js';
import { stringType } from './string.js';

/** Every type, by name. */
export const valueTypes: Readonly<Record<SchemaType, ValueType>> = {
  integer: integerType,
  number: numberType,
  string: stringType,
  boolean: booleanType,
  array: arrayType,
  object: objectType,
};
