import { itemPlace, type Violation } from '../messages.js';
import type { Code } from '../engine/code.js';
import { diagnostic } from '../schema-diagnostic.js';
import type { Parse } from '../values/invalid.js';
import { INVALID } from '../values/invalid.js';
import type { SchemaKeyword } from '../engine/keyword.js';
import type { Emit, InnerSchemas } from '../values/values.js';
import type { ValueSchema } from '../vocabulary.js';

/** `items`: the schema of every item of a list. Without it the items stay unchanged. */
export const items: SchemaKeyword = {
  name: 'items',
  types: ['array'],
  diagnostics: ({ items: schema }) =>
    typeof schema === 'object' && schema !== null ? [] : [diagnostic('items', 'a schema', schema)],
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

/** Explains only an item that its parser rejects: of a long list, nearly all are accepted. */
export function explainItems(
  schema: ValueSchema,
  list: readonly unknown[],
  place: string,
  { explain, build }: InnerSchemas,
): Violation | undefined {
  const parse = build(schema);
  for (const [index, item] of list.entries()) {
    if (parse(item) === INVALID) return explain(schema, item, itemPlace(place, index));
  }
  return undefined;
}
