import { FileValue, type Values } from '../request.js';

type Pairs = readonly (readonly [name: string, value: string | FileValue, type?: string])[];
type Tree = Map<string, unknown>;

/** Reads `a=1`, `tags[]=x` and `lines[0][sku]=y` into one object of lists, objects and texts. */
export function treeOf(pairs: Pairs): Values {
  const tree: Tree = new Map();
  for (const [name, value] of pairs) {
    const [stem = '', ...keys] = name.replaceAll(']', '').split('[');
    put(tree, [stem, ...keys], value);
  }
  return Object.fromEntries([...tree].map(([name, value]) => [name, plain(value)]));
}

function put(tree: Tree, [name = '', ...rest]: readonly string[], value: unknown): void {
  const key = name === '' ? String(tree.size) : name;
  if (rest.length === 0) {
    tree.set(key, value);
    return;
  }
  const known = tree.get(key);
  const inner = known instanceof Map ? (known as Tree) : new Map<string, unknown>();
  tree.set(key, inner);
  put(inner, rest, value);
}

function plain(value: unknown): unknown {
  if (!(value instanceof Map)) return value;
  const entries = [...(value as Tree)].map(([name, inner]) => [name, plain(inner)] as const);
  const isList = entries.every(([name], at) => name === String(at));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
