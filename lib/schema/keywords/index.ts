import type { KeywordLaw } from '../keyword.js';
import { additionalProperties } from './additional-properties.js';
import { enumeration } from './enum.js';
import { format } from './format.js';
import { items } from './items.js';
import { maxItems } from './max-items.js';
import { maxLength } from './max-length.js';
import { maximum } from './maximum.js';
import { minItems } from './min-items.js';
import { minLength } from './min-length.js';
import { minimum } from './minimum.js';
import { pattern } from './pattern.js';
import { properties } from './properties.js';

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
