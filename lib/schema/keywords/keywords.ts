import type { SchemaKeyword } from '../keyword.js';
import { items } from './items.keyword.js';
import { maxItems } from './max-items.keyword.js';
import { minItems } from './min-items.keyword.js';
import { uniqueItems } from './unique-items.keyword.js';
import { anyOf } from './any-of.keyword.js';
import { oneOf } from './one-of.keyword.js';
import { enumeration } from './enum.keyword.js';
import { exclusiveMaximum } from './numbers/exclusive-maximum.keyword.js';
import { exclusiveMinimum } from './numbers/exclusive-minimum.keyword.js';
import { maximum } from './numbers/maximum.keyword.js';
import { minimum } from './numbers/minimum.keyword.js';
import { multipleOf } from './numbers/multiple-of.keyword.js';
import { additionalProperties } from './objects/additional-properties.keyword.js';
import { maxProperties } from './objects/max-properties.keyword.js';
import { minProperties } from './objects/min-properties.keyword.js';
import { patternProperties } from './objects/pattern-properties.keyword.js';
import { properties } from './objects/properties.keyword.js';
import { required } from './objects/required.keyword.js';
import { format } from './strings/format.keyword.js';
import { maxLength } from './strings/max-length.keyword.js';
import { minLength } from './strings/min-length.keyword.js';
import { pattern } from './strings/pattern.keyword.js';

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
