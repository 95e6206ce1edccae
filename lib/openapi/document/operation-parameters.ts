import type {
  ArgumentDescription,
  RouteDescription,
} from '../../model/description/route-description.js';
import { formName, styleOf } from './form-name.js';
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

/** What a placeholder matches: its own pattern as a whole, digits, or a text without a slash, also an encoded one. */
function withMatch(schema: OwnSchema, { match, isFromPath }: ArgumentDescription): OwnSchema {
  if (match !== undefined) return { pattern: `^(?:${match})$`, ...schema };
  if (!isFromPath || schema.enum !== undefined) return schema;
  if (schema.type === 'integer') return { ...schema, minimum: Math.max(schema.minimum ?? 0, 0) };
  const isAnyText = schema.type === 'string' && schema.format === undefined;
  return isAnyText ? { pattern: '^[^/]+$', ...schema } : schema;
}
