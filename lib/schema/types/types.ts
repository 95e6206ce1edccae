import type { ValueType } from '../values/value-type.js';
import type { SchemaType } from '../vocabulary.js';
import { arrayType } from './array.type.js';
import { booleanType } from './boolean.type.js';
import { integerType } from './integer.type.js';
import { nullType } from './null.type.js';
import { numberType } from './number.type.js';
import { objectType } from './object.type.js';
import { stringType } from './string.type.js';

/** Every type, by name. */
export const valueTypes: Readonly<Record<SchemaType, ValueType>> = {
  integer: integerType,
  number: numberType,
  string: stringType,
  boolean: booleanType,
  array: arrayType,
  object: objectType,
  null: nullType,
};
