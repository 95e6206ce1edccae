import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  parseFields,
  pickFields,
  type FieldTree,
} from '../../../lib/features/fields/field-tree.js';

test('Reading _fields creates at most one node for each part of a name, so twice the text creates at most twice the nodes', () => {
  const part = fc.constantFrom('a', 'b', 'author', '__proto__', 'constructor', '');
  const path = fc.array(part, { minLength: 1, maxLength: 64 }).map((parts) => parts.join('.'));
  fc.assert(
    fc.property(fc.array(path, { maxLength: 50 }), (paths) => {
      const text = paths.join(',');
      const parts = text.split(/[.,]/).length;
      const doubled = paths.concat(paths.map((one) => `x.${one}`)).join(',');
      expect(nodesOf(parseFields(text))).toBeLessThanOrEqual(parts);
      expect(nodesOf(parseFields(doubled))).toBeLessThanOrEqual(2 * parts + paths.length);
    }),
  );
});

test('With _fields, a response has exactly the values whose paths are named, whatever the names are', () => {
  const key = fc.constantFrom('a', 'b', 'c', '__proto__', 'toString');
  const { object } = fc.letrec((tie) => ({
    value: fc.oneof({ depthSize: 'small' }, fc.integer(), tie('object')),
    object: fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map(fromEntries),
  }));
  const path = fc.array(key, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(object, fc.array(path, { minLength: 1, maxLength: 4 }), (data, paths) => {
      // WordPress treats a path below a path that is named too in its own way; the recordings above test that.
      const apart = paths.filter((one) => !paths.some((other) => isBelow(one, other)));
      fc.pre(apart.length > 0);
      const text = apart.map((one) => one.join('.')).join(',');
      const picked = pickFields(data, parseFields(text) ?? {});
      expect(leavesOf(picked)).toEqual(
        leavesOf(data).filter(([at]) => apart.some((one) => isOnTheWay(at.split('.'), one))),
      );
    }),
  );
});

function nodesOf(tree: FieldTree | undefined): number {
  let count = 0;
  const open: FieldTree[] = tree === undefined ? [] : [tree];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const key of Object.keys(next)) {
      count++;
      const inner = next[key];
      if (typeof inner === 'object') open.push(inner);
    }
  }
  return count;
}

function fromEntries(entries: readonly (readonly [string, unknown])[]): object {
  const record = Object.create(null) as Record<string, unknown>;
  for (const [key, inner] of entries) record[key] = inner;
  return record;
}

/** Paths of what is no object, with their values. */
function leavesOf(value: unknown, at: readonly string[] = []): readonly [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[at.join('.'), value]];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...at, key]));
}

function isAtOrBelow(path: readonly string[], other: readonly string[]): boolean {
  return other.every((part, at) => path[at] === part);
}

/** A name that leads beyond a value names the value, as on WordPress. */
function isOnTheWay(path: readonly string[], other: readonly string[]): boolean {
  return isAtOrBelow(path, other.slice(0, path.length));
}

function isBelow(path: readonly string[], other: readonly string[]): boolean {
  return path.length > other.length && isAtOrBelow(path, other);
}
