import { isObject } from '../../shared/records.js';
import { duplicateItems, itemPlace, type Violation } from '../messages.js';
import type { Code } from '../engine/code.js';
import {
  type SchemaKeyword,
  type Keyword,
  diagnostic,
  type Emit,
  type NestedFunctions,
} from '../engine/keyword.js';
import { type Parse, INVALID, JsonSet } from '../values/values.js';
import { LIMITS, type ValueSchema } from '../vocabulary.js';

/** `items`: the schema of every item of a list. Without it the items stay unchanged. */
export const items: SchemaKeyword = {
  name: 'items',
  types: ['array'],
  diagnostics: ({ items: schema }) =>
    isObject(schema) ? [] : [diagnostic('items', 'a schema', schema)],
};

export function parseItems(list: readonly unknown[], parse: Parse): readonly unknown[] | undefined {
  const parsed: unknown[] = [];
  for (const item of list) {
    const result = parse(item);
    if (result === INVALID) return undefined;
    parsed.push(result);
  }
  return parsed;
}

export function emitItems(schema: ValueSchema, list: string, code: Code, emit: Emit): string {
  const parsed = code.let('[]');
  const index = code.name();
  code.line(`for (let ${index} = 0; ${index} < ${list}.length; ${index}++) {`);
  const item = code.let(`${list}[${index}]`);
  code.line(`${parsed}.push(${emit(schema, item, code)});`);
  code.line('}');
  return parsed;
}

/** Explains only items that the parser rejects: nearly all items of a long list are accepted. */
export function explainItems(
  schema: ValueSchema,
  list: readonly unknown[],
  place: string,
  { explain, build }: NestedFunctions,
): Violation | undefined {
  const parse = build(schema);
  for (const [index, item] of list.entries()) {
    if (parse(item) === INVALID) return explain(schema, item, itemPlace(place, index));
  }
  return undefined;
}

/** `uniqueItems`: items are unique before and after they are sanitized, as in WordPress. */
export const uniqueItems: Keyword<readonly unknown[]> = {
  name: 'uniqueItems',
  types: LIMITS.uniqueItems.types,
  bind({ uniqueItems: isUnique }) {
    if (isUnique !== true) return undefined;
    return {
      holds: hasUniqueItems,
      emit: (list, code) => `${code.constant(hasUniqueItems)}(${list})`,
      violation: duplicateItems,
    };
  },
  diagnostics({ uniqueItems: isUnique }) {
    if (typeof isUnique === 'boolean') return [];
    return [diagnostic('uniqueItems', 'a boolean', isUnique)];
  },
};

function hasUniqueItems(list: readonly unknown[]): boolean {
  return new JsonSet(list).size === list.length;
}
