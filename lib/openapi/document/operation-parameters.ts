import type {
  ArgumentDescription,
  RouteDescription,
} from '../../model/description/route-description.js';
import { formName, holdsObjects, isOnly } from './form-name.js';
import { jsonSchema, type OwnSchema, type SchemaContext } from './json-schema.js';
import type { Parameter } from './open-api-types.js';
import { BODY_METHODS } from './operation-body.js';

/**
 * The path parameters of an operation, and its query parameters where it has no body. A file is never
 * one of them.
 */
export function parametersOf(
  { arguments: args }: RouteDescription,
  method: string,
  context: SchemaContext,
): readonly Parameter[] {
  const isInQuery = ({ file }: ArgumentDescription) =>
    file === undefined && !BODY_METHODS.has(method);
  return args
    .filter((argument) => argument.isFromPath || isInQuery(argument))
    .map((argument) => parameterOf(argument, context));
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
