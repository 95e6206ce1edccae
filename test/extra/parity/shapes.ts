import type { Shape } from './shape.js';
import { shape as items } from './shapes/items.js';
import { shape as responses } from './shapes/responses.js';
import { shape as results } from './shapes/results.js';
import { shape as scoped } from './shapes/scoped.js';
import { shape as validated } from './shapes/validated.js';
import { shape as values } from './shapes/values.js';

export const SHAPES: readonly Shape[] = [items, results, responses, validated, scoped, values];
