import type { SchemaKeyword } from '../engine/keyword.js';
import { items } from './items.keyword.js';
import { minItems, maxItems } from './min-items.keyword.js';
import { uniqueItems } from './unique-items.keyword.js';
import { anyOf } from './any-of.keyword.js';
import { oneOf } from './one-of.keyword.js';
import { enumeration } from './enum.keyword.js';
import { maximum, exclusiveMaximum } from './numbers/maximum.keyword.js';
import { exclusiveMinimum } from './numbers/exclusive-minimum.keyword.js';
import { minimum } from './numbers/minimum.keyword.js';
import { multipleOf } from './numbers/multiple-of.keyword.js';
import { additionalProperties } from './objects/additional-properties.keyword.js';
import { minProperties, maxProperties } from './objects/min-properties.keyword.js';
import { patternProperties } from './objects/pattern-properties.keyword.js';
import { properties } from './objects/properties.keyword.js';
import { required } from './objects/required.keyword.js';
import { format } from './format.keyword.js';
import { minLength, maxLength } from './min-length.keyword.js';
import { pattern } from './pattern.keyword.js';

/** Every keyword that limits a value. */
export const keywords: readonly SchemaKeyword[] = [
  multipleOf,
  minimum,
  maximum,
  exclusiveMinimum,
  exclusiveMaximum,
  enumeration,
  minLength,
  maxLength,
  pattern,
  format,
  items,
  minItems,
  maxItems,
  uniqueItems,
  properties,
  patternProperties,
  additionalProperties,
  required,
  minProperties,
  maxProperties,
  anyOf,
  oneOf,
];
