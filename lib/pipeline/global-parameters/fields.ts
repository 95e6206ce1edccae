import { NullRecord } from '../../shared/null-record.js';
import { fieldNames } from './field-names.js';

/** The picked properties of a response by name; `true` picks the whole property. */
export type FieldTree = Readonly<Record<string, true | NestedFields>>;

interface NestedFields {
  readonly fields: FieldTree;
}

type MutableTree = Record<string, true | { fields: MutableTree }>;

/**
 * Reads `_fields`: names separated by commas or white space, or a list of them; dots lead inward.
 * `undefined` where there is no name, which picks everything. The limits of `field-names.ts` are checked
 * before the method runs.
 *
 * @example
 * parseFields('id,author.name'); // { id: true, author: { fields: { name: true } } }
 */
export function parseFields(value: unknown): FieldTree | undefined {
  const tree: MutableTree = new NullRecord<true | { fields: MutableTree }>();
  let isEmpty = true;
  for (const name of fieldNames(value)) {
    isEmpty = false;
    // WordPress stops reading at a part of a property that is picked as a whole.
    if (!addField(tree, name)) break;
  }
  return isEmpty ? undefined : tree;
}

/** The fields of a value; of a list, those of each element. */
export function pickFields(value: unknown, fields: FieldTree): unknown {
  return Array.isArray(value) ? value.map((element) => pick(element, fields)) : pick(value, fields);
}

/** Goes no deeper than the tree, and reads each property once. */
function pick(value: unknown, fields: FieldTree): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const picked = new NullRecord<unknown>();
  for (const [name, inner] of Object.entries(value)) {
    const wanted = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (wanted === undefined) continue;
    picked[name] = wanted === true ? inner : pick(inner, wanted.fields);
  }
  return picked;
}

/** Iterative: copying the rest of the name at each level would take quadratic memory. */
function addField(tree: MutableTree, name: string): boolean {
  let branch = tree;
  let start = 0;
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', start)) {
    const part = name.slice(start, dot);
    const known = branch[part];
    if (known === true) return false;
    const nested = known ?? { fields: new NullRecord<true | { fields: MutableTree }>() };
    branch[part] = nested;
    branch = nested.fields;
    start = dot + 1;
  }
  branch[name.slice(start)] = true;
  return true;
}
