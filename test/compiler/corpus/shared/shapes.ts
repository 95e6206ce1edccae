import type { int } from 'nestjs-rest-routes';
import type { Kind } from './kinds.js';
import { Line } from './line.js';

export interface Point {
  x: number;
  /** Measured downwards. */
  y: number;
}

export type Size = { width: int; height: int };

export interface Order {
  kind: Kind;
  lines: Line[];
}

export interface Labelled<T> {
  label: string;
  value: T;
}
