import { isObject, NullRecord } from '../../shared/records.js';

const NAME = /[^\s,]+/g;

/** The picked properties of a response by name; `true` picks the whole property. */
export interface FieldTree {
  [name: string]: true | FieldTree;
}

/**
 * Reads `_fields`: names separated by commas or white space, or a list of names; dots select nested properties.
 * `undefined` if there is no name, which picks everything. Its limits are checked before the method runs.
 *
 * @example
 * parseFields('id,author.name'); // { id: true, author: { name: true } }
 * parseFields(['id,author']); // { 'id,author': true }
 * @see WordPress, `rest_filter_response_fields` and `wp_parse_list`
 */
export function parseFields(value: unknown): FieldTree | undefined {
  const tree: FieldTree = new NullRecord<true | FieldTree>();
  let isEmpty = true;
  for (const name of fieldNames(value)) {
    isEmpty = false;
    // WordPress stops reading at a part of a property that is picked completely.
    if (!addField(tree, name)) break;
  }
  return isEmpty ? undefined : tree;
}

export function pickFields(value: unknown, fields: FieldTree): unknown {
  return Array.isArray(value) ? value.map((element) => pick(element, fields)) : pick(value, fields);
}

/** Reads only the levels of the tree, and reads each property once. */
function pick(value: unknown, fields: FieldTree): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const picked = new NullRecord<unknown>();
  for (const [name, nested] of Object.entries(value)) {
    const wanted = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (wanted === undefined) continue;
    picked[name] = wanted === true ? nested : pick(nested, wanted);
  }
  return Array.isArray(value) ? asList(picked) : picked;
}

/** The picked elements of a list are a list if they are the first ones, as PHP's arrays are. */
function asList(picked: Readonly<Record<string, unknown>>): unknown {
  const isList = Object.keys(picked).every((key, at) => key === String(at));
  return isList ? Object.values(picked) : picked;
}

/** This is iterative: copying the rest of the name at each level would need quadratic memory. */
function addField(tree: FieldTree, name: string): boolean {
  let branch = tree;
  let start = 0;
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', start)) {
    const part = name.slice(start, dot);
    const known = branch[part];
    if (known === true) return false;
    const nested: FieldTree = known ?? new NullRecord<true | FieldTree>();
    branch[part] = nested;
    branch = nested;
    start = dot + 1;
  }
  branch[name.slice(start)] = true;
  return true;
}

/** The names in `_fields`, one after the other; those of a list, with or without keys, are not split. */
export function* fieldNames(value: unknown): Generator<string, void> {
  if (isObject(value)) {
    for (const name of Object.values(value)) {
      if (!isObject(name) && name !== null) yield scalarText(name).trim();
    }
    return;
  }
  for (const [name] of scalarText(value).matchAll(NAME)) yield name;
}

function scalarText(value: unknown): string {
  if (value === true) return '1';
  return value === false ? '' : String(value);
}
