import type { KeywordLaw } from '../keyword.js';
import { additionalProperties } from './additional-properties.keyword.js';
import { enumeration } from './enum.keyword.js';
import { format } from './format.keyword.js';
import { items } from './items.keyword.js';
import { maxItems } from './max-items.keyword.js';
import { maxLength } from './max-length.keyword.js';
import { maximum } from './maximum.keyword.js';
import { minItems } from './min-items.keyword.js';
import { minLength } from './min-length.keyword.js';
import { minimum } from './minimum.keyword.js';
import { pattern } from './pattern.keyword.js';
import { properties } from './properties.keyword.js';

/** Every keyword that limits a value. */
export const keywords: readonly KeywordLaw[] = [
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
