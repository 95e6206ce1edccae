import type {
  ArgumentDescription,
  FilledDescription,
  RouteDescription,
} from '../../routes/route-description.js';
import {
  descriptionAndState,
  jsonSchema,
  type OwnSchema,
  type SchemaContext,
} from './json-schema.js';
import type { Parameter, RequestBody } from './open-api-types.js';
import { BODY_METHODS, exampleOfArgument, isRequired } from './operation-body.js';

/** OpenAPI describes these headers elsewhere, and ignores parameters of these names. */
const IGNORED: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);

/** The headers that a route states, and the parameters that Nest fills: `@Query`, `@Headers` and `@Param`. Names of arguments are not repeated. */
export function filledParameters(
  { filled = [], arguments: args, path, operation, idempotent }: RouteDescription,
  context: SchemaContext,
): readonly Parameter[] {
  const stated = (operation.requestHeaders ?? []).map(
    ({ name, description, required = false }): Parameter => ({
      name,
      in: 'header',
      required,
      ...(description === undefined ? {} : { description }),
      schema: { type: 'string' },
    }),
  );
  const own = idempotent === undefined ? [] : [idempotencyKey(idempotent.required)];
  const found = [...stated, ...own, ...filled.flatMap((one) => parametersOf(one, context))];
  const seen = new Set(
    args.map(({ name, isFromPath }) => `${isFromPath ? 'path' : 'query'} ${name}`),
  );
  return found.filter(({ name, in: place }) => {
    const key = `${place} ${name.toLowerCase()}`;
    const isPlaceholder = place !== 'path' || path.includes(`{${name}}`);
    if (seen.has(key) || seen.has(`${place} ${name}`) || !isPlaceholder) return false;
    seen.add(key);
    return place !== 'header' || !IGNORED.has(name.toLowerCase());
  });
}

function idempotencyKey(required: boolean): Parameter {
  return {
    name: 'Idempotency-Key',
    in: 'header',
    required,
    description:
      'Identifies the request: a repetition with the same key gets the response of the first one, and is not executed again. A UUID.',
    schema: { type: 'string', minLength: 1, maxLength: 512 },
  };
}

function parametersOf(filled: FilledDescription, context: SchemaContext): readonly Parameter[] {
  const { in: place, name, schema, definitions } = filled;
  if (place === 'body') return [];
  if (name !== undefined) {
    const required = place === 'path' || isRequired({ schema });
    return [parameterOf(name, place, required, schema as OwnSchema, { ...context, definitions })];
  }
  // The properties of `@Query() query: Search`.
  const whole = definitions?.[schema.$ref ?? ''] ?? schema;
  const listed = typeof whole.required === 'object' ? whole.required : [];
  return Object.entries(whole.properties ?? {}).map(([property, own]) => {
    const isNeeded =
      (own.required === true || listed.includes(property)) && own.default === undefined;
    return parameterOf(property, 'query', isNeeded, own as OwnSchema, { ...context, definitions });
  });
}

function parameterOf(
  name: string,
  place: Parameter['in'],
  required: boolean,
  schema: OwnSchema,
  context: SchemaContext,
): Parameter {
  const {
    description: _description,
    deprecated: _deprecated,
    ...json
  } = jsonSchema(schema, context);
  return { name, in: place, required, ...descriptionAndState(schema), schema: json };
}

/** `@Body('title')` beside the arguments of a route. */
export function namedFields({ filled = [] }: RouteDescription): readonly ArgumentDescription[] {
  return filled.flatMap(({ in: place, name, schema, definitions }) =>
    place === 'body' && name !== undefined
      ? [{ name, isFromPath: false, schema, ...(definitions && { definitions }) }]
      : [],
  );
}

/** The body of an operation whose method has `@Body()`, with the arguments that are read from it too. */
export function withWholeBody(
  { filled = [] }: RouteDescription,
  method: string,
  own: RequestBody | undefined,
  outer: SchemaContext,
): RequestBody | undefined {
  const whole = filled.find(({ in: place, name }) => place === 'body' && name === undefined);
  if (whole === undefined || !BODY_METHODS.has(method)) return own;
  const { schema, definitions } = whole;
  const { description, ...json } = jsonSchema(schema as OwnSchema, { ...outer, definitions });
  const others = own?.content['application/json'];
  const example = exampleOfArgument({ name: 'body', isFromPath: false, ...whole });
  const hasExample = others === undefined && example !== undefined;
  return {
    ...own,
    ...(typeof description === 'string' ? { description } : {}),
    required: isRequired({ schema }) || own?.required === true,
    content: {
      ...own?.content,
      'application/json': {
        schema: others === undefined ? json : { allOf: [json, others.schema] },
        ...(hasExample ? { example } : {}),
      },
    },
  };
}
