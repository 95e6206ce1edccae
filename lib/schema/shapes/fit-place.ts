import type { Differences } from './shape-difference.js';
import type { KeptProperty, Shape } from './shape.js';

/** Where a value is, and where its differences are noted. */
export interface Place {
  readonly key: string | number;
  readonly path: string;
  readonly differences: Differences;
  readonly kept: KeptProperty | undefined;
  /** Fits a part of the value: what fits objects imports nothing that imports it. */
  readonly fit: (shape: Shape, value: unknown, place: Place) => unknown;
}
