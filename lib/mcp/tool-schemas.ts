import { SchemaComponents } from '../openapi/document/components.js';
import {
  jsonSchema,
  withoutNull,
  type OwnSchema,
  type SchemaContext,
} from '../openapi/document/json-schema.js';
import type { JsonSchema } from '../openapi/document/open-api-types.js';
import { isRequired } from '../openapi/document/operation-body.js';
import { placeholderSchema } from '../openapi/document/operation.js';
import type { ResponseDescription } from '../routes/definition/return-description.js';
import type { ArgumentDescription, RouteDescription } from '../routes/route-description.js';
import type { DescribedDefinitions } from '../schema/vocabulary.js';
import { isObject } from '../shared/records.js';

/** A schema of an object: of the arguments or the results of a tool. */
export type ObjectSchema = JsonSchema & { readonly type: 'object' };

/** The property that holds a result that is not an object. */
export type Wrapper = 'items' | 'result';

/** The schema of results, and how results are made objects. */
export interface ResultSchema {
  readonly schema: ObjectSchema;
  readonly wrapper: Wrapper | undefined;
}

/** The properties beside the items of a page, and the headers from which they are. */
export const PAGE_PROPERTIES = [
  ['total', ['x-wp-total', 'x-total-count'], 'The number of items on all pages.'],
  ['total_pages', ['x-wp-totalpages'], 'The number of pages.'],
] as const;

const NULL: JsonSchema = { type: 'null' };

/** The arguments of a route without files as one closed object: placeholders, query and body together. */
export function inputSchemaOf(route: RouteDescription): ObjectSchema {
  const { schemaOf, finish } = converter(route, true);
  const args = argumentsOf(route);
  const properties = Object.fromEntries(
    args.map((one) => {
      const schema = schemaOf(inputOf(one), one.definitions);
      return [one.name, one.rejectsNull === true ? withoutNull(schema) : schema];
    }),
  );
  const required = args.filter((one) => one.isFromPath || isRequired(one)).map(({ name }) => name);
  return finish({
    type: 'object',
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  });
}

/** The arguments that JSON can carry. */
export function argumentsOf({ arguments: args }: RouteDescription): readonly ArgumentDescription[] {
  return args.filter(({ file }) => file === undefined);
}

function inputOf(argument: ArgumentDescription): OwnSchema {
  return placeholderSchema(argument.schema as OwnSchema, argument);
}

/**
 * The schema of the results of a route; `undefined` if its return type does not state them, or they are not JSON. A
 * result that is not an object is wrapped: a list as `items`, with the numbers of its pages, and all else as `result`.
 *
 * @param wrap Changes the schema as interceptors of the application change the data.
 */
export function resultSchemaOf(
  route: RouteDescription,
  wrap: (data: JsonSchema, route: RouteDescription) => JsonSchema,
): ResultSchema | undefined {
  const responses = route.returns?.responses.filter(({ status = 200 }) => status < 300) ?? [];
  if (responses.every(({ schema }) => schema === undefined)) return undefined;
  if (responses.some(isNotJson)) return undefined;
  const { schemaOf, finish } = converter(route, false);
  const schemas = responses.map(({ schema }) =>
    schema === undefined ? NULL : wrap(schemaOf(schema, route.returns?.definitions), route),
  );
  const distinct = [...new Map(schemas.map((one) => [JSON.stringify(one), one])).values()];
  const [schema = NULL] = distinct;
  // A type that no schema expresses.
  if (distinct.some((one) => Object.keys(one).length === 0)) return undefined;
  if (distinct.length > 1) return wrapped('result', { anyOf: distinct }, finish);
  // Only objects have names.
  if (schema['type'] === 'object' || '$ref' in schema) {
    return { schema: finish({ ...schema, type: 'object' }), wrapper: undefined };
  }
  if (schema['type'] !== 'array') return wrapped('result', schema, finish);
  return wrapped('items', schema, finish, pagePropertiesOf(responses));
}

function isNotJson({ isStream, mediaType = 'application/json' }: ResponseDescription): boolean {
  return isStream || !/^application\/(?:[\w.+-]+\+)?json$/i.test(mediaType);
}

function wrapped(
  wrapper: Wrapper,
  schema: JsonSchema,
  finish: Finish,
  others: Readonly<Record<string, JsonSchema>> = {},
): ResultSchema {
  const properties = { [wrapper]: schema, ...others };
  return { schema: finish({ type: 'object', properties, required: [wrapper] }), wrapper };
}

function pagePropertiesOf(
  responses: readonly ResponseDescription[],
): Readonly<Record<string, JsonSchema>> {
  const sent = new Set(responses.flatMap(({ headers }) => headers));
  const stated = PAGE_PROPERTIES.filter(([, headers]) => headers.some((name) => sent.has(name)));
  return Object.fromEntries(
    stated.map(([name, , description]) => [name, { type: 'integer', minimum: 0, description }]),
  );
}

type Finish = (schema: ObjectSchema) => ObjectSchema;

/**
 * Clients hand schemas to models, some of which do not follow references: only schemas that contain themselves are
 * references, to `$defs`.
 */
function converter(
  { schemaNames, moments, namespace, handler }: RouteDescription,
  isInRequest: boolean,
): {
  readonly schemaOf: (schema: OwnSchema, definitions?: DescribedDefinitions) => JsonSchema;
  readonly finish: Finish;
} {
  const recursive = new Set(
    [...schemaNames].flatMap(([schema, name]) => ('properties' in schema ? [] : [name])),
  );
  const names = new Map([...schemaNames].filter(([, name]) => recursive.has(name)));
  const components = new SchemaComponents({});
  const place = { isInRequest, namespace, resource: handler, operation: handler };
  const context: SchemaContext = { components, names, moments, place };
  return {
    schemaOf: (schema, definitions) => jsonSchema(schema, { ...context, definitions }),
    finish: (schema) => {
      const { schemas, content } = components.nameReferences(schema);
      if (Object.keys(schemas).length === 0) return content;
      return withDefinitions({ ...content, $defs: schemas }) as ObjectSchema;
    },
  };
}

const COMPONENTS = '#/components/schemas/';

function withDefinitions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withDefinitions);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]: [string, unknown]) => {
      const isReference = name === '$ref' && typeof one === 'string';
      return [name, isReference ? one.replace(COMPONENTS, '#/$defs/') : withDefinitions(one)];
    }),
  );
}
