import type { ValueSchema } from '../../schema/vocabulary.js';
import { returnedSchema } from './returned-schema.js';
import type { ReturnedSchema, ReturnedType } from './returned-type.js';
import type { ObjectSchemaMaker } from './type-schema.js';

/** The schema of what a resource is, as WordPress prints it in the response to OPTIONS. */
export interface ResponseSchema {
  readonly $schema: string;
  /** The name of the type in snake case. */
  readonly title: string;
  readonly type: 'object';
  readonly properties: Readonly<Record<string, ReturnedSchema>>;
}

const DRAFT_4 = 'http://json-schema.org/draft-04/schema#';

/**
 * The schema of a returned object that has a name, or of the items of a list of such objects; `undefined`
 * for any other type.
 *
 * @see WordPress's `get_item_schema`
 */
export function responseSchema(
  type: ReturnedType,
  objectSchema: ObjectSchemaMaker,
): ResponseSchema | undefined {
  if (type.kind === 'array') return responseSchema(type.items, objectSchema);
  const { schema, names } = returnedSchema(type, objectSchema, 'without links');
  const name = names.get(schema);
  if (name === undefined || schema.properties === undefined) return undefined;
  // Links are no part of WordPress's schemas, those of a type of the user's own included.
  const { _links, ...properties } = withoutMarks(schema).properties ?? {};
  return { $schema: DRAFT_4, title: snakeCase(name), type: 'object', properties };
}

/** A copy without the marks of required properties: what is sent is not validated. */
function withoutMarks({ required: _required, ...schema }: ValueSchema): ValueSchema {
  const { items, properties, additionalProperties } = schema;
  return {
    ...schema,
    ...(items && { items: withoutMarks(items) }),
    ...(properties && { properties: mapValues(properties, withoutMarks) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: withoutMarks(additionalProperties),
    }),
  };
}

function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

/** `BookReview` becomes `book_review`, and `HTTPError` becomes `http_error`. */
function snakeCase(name: string): string {
  return name.replaceAll(/([a-z\d])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$2_').toLowerCase();
}
