import { BareRecord } from '../../routes/bare-record.js';

/** What of an answer is wanted, by name; `true` is all of it. */
export type FieldTree = Readonly<Record<string, true | NestedFields>>;

interface NestedFields {
  readonly fields: FieldTree;
}

type MutableTree = Record<string, true | { fields: MutableTree }>;

/**
 * Reads `_fields`: names separated by commas or white space, or a list of them; dots lead inward.
 * `undefined` where none is named, which asks for everything.
 *
 * @example
 * parseFields('id,author.name'); // { id: true, author: { fields: { name: true } } }
 */
export function parseFields(value: unknown): FieldTree | undefined {
  const names = [value]
    .flat()
    .flatMap((text) => (typeof text === 'string' ? text.split(/[\s,]+/) : []));
  const tree: MutableTree = new BareRecord<true | { fields: MutableTree }>();
  const wanted = names.filter((name) => name !== '');
  for (const name of wanted) {
    // The host stops reading at a part of what is wanted whole already.
    if (!addField(tree, name.split('.'))) break;
  }
  return wanted.length === 0 ? undefined : tree;
}

/** The fields of a value; of a list, those of each element. */
export function pickFields(value: unknown, fields: FieldTree): unknown {
  return Array.isArray(value) ? value.map((element) => pick(element, fields)) : pick(value, fields);
}

function pick(value: unknown, fields: FieldTree): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const picked = new BareRecord<unknown>();
  for (const [name, inner] of Object.entries(value)) {
    const wanted = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (wanted === undefined) continue;
    picked[name] = wanted === true ? inner : pick(inner, wanted.fields);
  }
  return picked;
}

function addField(tree: MutableTree, path: readonly string[]): boolean {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    tree[name] = true;
    return true;
  }
  const known = tree[name];
  if (known === true) return false;
  const nested = known ?? { fields: new BareRecord<true | { fields: MutableTree }>() };
  tree[name] = nested;
  return addField(nested.fields, rest);
}
