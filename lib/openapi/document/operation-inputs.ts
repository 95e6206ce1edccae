import type {
  ArgumentDescription,
  RouteDescription,
} from '../../model/description/route-description.js';
import type { SchemaType } from '../../schema/vocabulary.js';
import { objectExample } from './schema-example.js';
import { jsonSchema, propertyKeywords, type OwnSchema, type SchemaContext } from './json-schema.js';
import type { MediaType, Parameter, RequestBody } from './open-api-types.js';

/** The methods whose arguments are documented as a body. Those of other methods are query parameters. */
const BODY_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** The path parameters of an operation, and its query parameters where it has no body. */
export function parametersOf(
  { arguments: args }: RouteDescription,
  method: string,
  context: SchemaContext,
): readonly Parameter[] {
  return args
    .filter(({ isFromPath }) => isFromPath || !BODY_METHODS.has(method))
    .map((argument) => parameterOf(argument, context));
}

/** The request body of an operation; `undefined` where it has none. */
export function requestBodyOf(
  { arguments: args }: RouteDescription,
  method: string,
  context: SchemaContext,
): RequestBody | undefined {
  const inBody = args.filter(({ isFromPath }) => !isFromPath);
  if (!BODY_METHODS.has(method) || inBody.length === 0) return undefined;
  return {
    required: inBody.some(({ schema }) => schema.required === true),
    content: {
      'application/json': bodyType(inBody, plainName, context),
      'application/x-www-form-urlencoded': bodyType(inBody, formName, context),
    },
  };
}

function parameterOf(argument: ArgumentDescription, context: SchemaContext): Parameter {
  const { isFromPath, schema } = argument;
  const { description, ...rest } = schema as OwnSchema;
  const example = schema.default ?? undefined;
  return {
    name: isFromPath ? argument.name : formName(argument),
    in: isFromPath ? 'path' : 'query',
    required: isFromPath || schema.required === true,
    ...(description === undefined ? {} : { description }),
    ...styleOf(schema),
    schema: jsonSchema(withMatch(rest, argument), context),
    ...(example === undefined ? {} : { example }),
  };
}

/** A placeholder's own pattern, which matches the whole value. */
function withMatch(schema: OwnSchema, { match }: ArgumentDescription): OwnSchema {
  return match === undefined ? schema : { pattern: `^(?:${match})$`, ...schema };
}

/** Lists and objects are written as PHP reads them: `tags[]=a&tags[]=b`, `lines[0][sku]=x`, `size[width]=1`. */
function styleOf(schema: OwnSchema): Pick<Parameter, 'style' | 'explode'> {
  if (isOnly('object', schema) || holdsObjects(schema))
    return { style: 'deepObject', explode: true };
  return isOnly('array', schema) ? { style: 'form', explode: true } : {};
}

type NameOf = (argument: ArgumentDescription) => string;

function bodyType(
  args: readonly ArgumentDescription[],
  nameOf: NameOf,
  context: SchemaContext,
): MediaType {
  const properties = Object.fromEntries(
    args.map((argument) => [nameOf(argument), argument.schema as OwnSchema]),
  );
  const example = objectExample(properties);
  return {
    schema: { type: 'object', ...propertyKeywords(properties, undefined, context) },
    ...(example === undefined || Object.keys(example).length === 0 ? {} : { example }),
  };
}

function plainName({ name }: ArgumentDescription): string {
  return name;
}

function formName({ name, schema }: ArgumentDescription): string {
  return isOnly('array', schema) && !holdsObjects(schema) ? `${name}[]` : name;
}

/** Whether all values of a schema, except null, have a type. */
function isOnly(type: SchemaType, schema: OwnSchema): boolean {
  return typesOf(schema).every((one) => one === type);
}

function holdsObjects(schema: OwnSchema): boolean {
  const { items } = schema;
  if (!isOnly('array', schema) || items === undefined) return false;
  return typesOf(items).some((one) => one === 'object' || one === 'array');
}

/** The types of a schema without null; an unknown one where it states none. */
function typesOf({ type }: OwnSchema): readonly (SchemaType | 'any')[] {
  const all: readonly (SchemaType | 'any')[] = typeof type === 'string' ? [type] : (type ?? []);
  const types = all.filter((one) => one !== 'null');
  return types.length === 0 ? ['any'] : types;
}
