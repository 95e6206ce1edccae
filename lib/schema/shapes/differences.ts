import type { Shape } from './shape.js';

/** The maximum of listed differences. */
const MOST = 20;

/** The differences that were found, and their number. */
export class Differences {
  readonly list: ShapeDifference[] = [];
  count = 0;

  add(path: string, shape: Shape, value: unknown): void {
    this.count += 1;
    if (this.list.length >= MOST) return;
    this.list.push({ path, expected: nameOfShape(shape), received: nameOfValue(value, shape) });
  }
}

/** The maximum of values of an enum in a text. */
const SHOWN = 8;

const SHAPES = {
  any: 'any value',
  boolean: 'a boolean',
  date: 'a date and time',
  integer: 'an integer',
  nothing: 'nothing',
  number: 'a number',
  string: 'a string',
} as const;

/** A place at which a value differs from its shape, without the value itself, which may be a secret. */
export interface ShapeDifference {
  /** `items[3].author.name`; empty for the whole value. */
  readonly path: string;
  readonly expected: string;
  readonly received: string;
}

/** A shape as people read it. */
function nameOfShape(shape: Shape): string {
  switch (shape.kind) {
    case 'nullable':
      return `${nameOfShape(shape.of)} or null`;
    case 'union':
      return shape.options.map(nameOfShape).join(' or ');
    case 'list':
      return 'a list';
    case 'object':
      return shape.name ?? 'an object';
    case 'enum':
      return namesOfValues(shape.values.map((value) => JSON.stringify(value)));
    default:
      return SHAPES[shape.kind];
  }
}

function namesOfValues(values: readonly string[]): string {
  return values.length <= SHOWN
    ? values.join(' or ')
    : `${values.slice(0, SHOWN).join(', ')} or another value of the enum`;
}

function nameOfValue(value: unknown, shape: Shape): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  const kind = typeof value;
  if (kind === 'object') return 'an object';
  return isOfKind(kind, shape) ? `another ${kind}` : `a ${kind}`;
}

/** Whether the shape accepts other values of that kind. */
function isOfKind(kind: string, shape: Shape): boolean {
  switch (shape.kind) {
    case 'nullable':
      return isOfKind(kind, shape.of);
    case 'union':
      return shape.options.some((option) => isOfKind(kind, option));
    case 'enum':
      return shape.values.some((value) => typeof value === kind);
    case 'integer':
      return kind === 'number';
    case 'date':
      return kind === 'string';
    default:
      return false;
  }
}
