import type { SchemaKeyword } from '../keyword.js';
import { additionalProperties } from './objects/additional-properties.keyword.js';
import { enumeration } from './enum.keyword.js';
import { format } from './strings/format.keyword.js';
import { items } from './arrays/items.keyword.js';
import { maxItems } from './arrays/max-items.keyword.js';
import { maxLength } from './strings/max-length.keyword.js';
import { maximum } from './numbers/maximum.keyword.js';
import { minItems } from './arrays/min-items.keyword.js';
import { minLength } from './strings/min-length.keyword.js';
import { minimum } from './numbers/minimum.keyword.js';
import { pattern } from './strings/pattern.keyword.js';
import { properties } from './objects/properties.keyword.js';

/** Every keyword that limits a value. */
export const keywords: readonly SchemaKeyword[] = [
  minimum,
  maximum,
  enumeration,
  minLength,
  maxLength,
  pattern,
  format,
  items,
  minItems,
  maxItems,
  properties,
  additionalProperties,
];
