import type { Parameters } from '../../model/request/request-parameters.js';
import { NullRecord } from '../../shared/null-record.js';
import {
  decodeParameter,
  MalformedParameters,
  MAXIMUM_PARAMETERS,
  tooMany,
} from './malformed-parameters.js';

/** The default of PHP's `max_input_nesting_level`. */
const MAXIMUM_DEPTH = 64;
/**
 * Brackets in all names together. The two limits above would allow 64,000 nested objects from 128 KB of
 * `a[][][]…&`.
 */
const MAXIMUM_BRACKETS = 4000;

const INTEGER_KEY = /^(?:0|-?[1-9]\d*)$/;

/** A PHP array: keys in their order, and the next key of `[]`. */
interface Branch {
  readonly entries: Map<string, Leaf>;
  next: number;
}

type Leaf = string | Branch;

/** Parses names with brackets: `[]` appends, `[name]` nests, whole-number keys make a list. */
export function parseNested(text: string): Parameters {
  const root: Branch = { entries: new Map(), next: 0 };
  let count = 0;
  let brackets = 0;
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf('&', start);
    if (end === -1) end = text.length;
    if (end === start) continue;
    if (++count > MAXIMUM_PARAMETERS) throw tooMany();
    brackets += assignPair(root, text.slice(start, end));
    if (brackets > MAXIMUM_BRACKETS) {
      throw new MalformedParameters(`more than ${MAXIMUM_BRACKETS} brackets in names`);
    }
  }
  return toRecord(root);
}

/** Returns the number of brackets in the pair's name. */
function assignPair(root: Branch, pair: string): number {
  const equals = pair.indexOf('=');
  const name = decodeParameter(equals === -1 ? pair : pair.slice(0, equals));
  const value = equals === -1 ? '' : decodeParameter(pair.slice(equals + 1));
  const keys = keysOf(name.trimStart());
  if (keys === undefined) return 0;
  assign(root, keys, value);
  return keys.length - 1;
}

function assign(root: Branch, keys: readonly string[], value: string): void {
  let branch = root;
  for (let index = 0; index < keys.length - 1; index++)
    branch = branchAt(branch, keys[index] ?? '');
  set(branch, keys.at(-1) ?? '', value);
}

/** `a[b][]` → `a`, `b`, ''. A name that begins with a bracket names nothing. */
function keysOf(name: string): readonly string[] | undefined {
  const open = name.indexOf('[');
  if (name === '' || open === 0) return undefined;
  if (open === -1) return [plainName(name)];
  const keys = [plainName(name.slice(0, open))];
  for (let at = open; name[at] === '[';) {
    const close = name.indexOf(']', at);
    // A bracket that is never closed is part of the name.
    if (close === -1) return keys.length === 1 ? [`${keys[0]}_${name.slice(at + 1)}`] : keys;
    keys.push(name.slice(at + 1, close));
    if (keys.length > MAXIMUM_DEPTH) throw tooDeep();
    at = close + 1;
  }
  return keys;
}

/** Replaces spaces and dots, as PHP does for names of variables. */
function plainName(name: string): string {
  return /[ .]/.test(name) ? name.replace(/[ .]/g, '_') : name;
}

function branchAt(parent: Branch, key: string): Branch {
  const known = key === '' ? undefined : parent.entries.get(key);
  if (known !== undefined && typeof known !== 'string') return known;
  const branch: Branch = { entries: new Map(), next: 0 };
  set(parent, key, branch);
  return branch;
}

function set(branch: Branch, key: string, value: Leaf): void {
  const name = key === '' ? String(branch.next) : key;
  if (INTEGER_KEY.test(name)) branch.next = Math.max(branch.next, Number(name) + 1);
  branch.entries.set(name, value);
}

function toRecord({ entries }: Branch): Parameters {
  const record = new NullRecord<unknown>();
  for (const [key, leaf] of entries) record[key] = toValue(leaf);
  return record;
}

function toValue(leaf: Leaf): unknown {
  if (typeof leaf === 'string') return leaf;
  const keys = [...leaf.entries.keys()];
  return keys.every((key) => INTEGER_KEY.test(key))
    ? Array.from(leaf.entries.values(), toValue)
    : toRecord(leaf);
}

function tooDeep(): MalformedParameters {
  return new MalformedParameters(`more than ${MAXIMUM_DEPTH} levels`);
}
