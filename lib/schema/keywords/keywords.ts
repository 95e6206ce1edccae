import type { SchemaKeyword } from '../engine/keyword.js';
import { items, uniqueItems } from './items.keyword.js';
import {
  maxItems,
  minItems,
  maxProperties,
  minProperties,
  maxLength,
  minLength,
} from './counts.keyword.js';
import { combinationKeyword } from './combination.js';
import { enumeration } from './enum.keyword.js';
import {
  exclusiveMaximum,
  exclusiveMinimum,
  maximum,
  minimum,
  multipleOf,
} from './numbers.keyword.js';
import {
  properties,
  additionalProperties,
  patternProperties,
  required,
} from './properties.keyword.js';
import { format } from './format.keyword.js';
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
  combinationKeyword('anyOf'),
  combinationKeyword('oneOf'),
];
