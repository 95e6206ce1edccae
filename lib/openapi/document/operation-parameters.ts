import type {
  ArgumentDescription,
  RouteDescription,
} from '../../model/description/route-description.js';
import { formName, holdsObjects, styleOf } from './form-name.js';
import { jsonSchema, type OwnSchema, type SchemaContext } from './json-schema.js';
import type { Parameter } from './open-api-types.js';
import { BODY_METHODS } from './bodies/operation-body.js';
import { SEGMENT } from './segment-patterns.js';

/**
 * The path parameters of an operation, and its query parameters where it has no body. A file is never
 * one of them.
 */
export function parametersOf(
  { arguments: args, handler }: RouteDescription,
  method: string,
  context: SchemaContext,
): readonly Parameter[] {
  const isInQuery = ({ file }: ArgumentDescription) =>
    file === undefined && !BODY_METHODS.has(method);
  return args
    .filter((argument) => argument.isFromPath || isInQuery(argument))
    .map((argument) => parameterOf(argument, handler, context));
}

function parameterOf(
  argument: ArgumentDescription,
  handler: string,
  context: SchemaContext,
): Parameter {
  const { isFromPath, schema } = argument;
  const { description, ...rest } = schema as OwnSchema;
  const example = schema.default ?? undefined;
  return {
    name: isFromPath ? argument.name : formName(argument),
    in: isFromPath ? 'path' : 'query',
    required: isFromPath || schema.required === true,
    ...(description === undefined ? {} : { description }),
    ...styleOf(schema),
    schema: holdsObjects(schema)
      ? context.components.add(listName(argument, handler), jsonSchema(rest, context))
      : jsonSchema(withMatch(rest, argument), context),
    ...(example === undefined ? {} : { example }),
  };
}

/**
 * A list with keys of its own is a component, `Items_list_lines`: of a list in place, generators of clients
 * read the style, and the types of some have no `deepObject` for lists.
 */
function listName({ name }: ArgumentDescription, handler: string): string {
  const [className = '', methodName = ''] = handler.split('.');
  return [className.replace(/(?<=.)Controller$/, ''), methodName, name].join('_');
}

/** What a placeholder matches: its own pattern as a whole, digits, or a text without a slash, also an encoded one. */
function withMatch(schema: OwnSchema, { match, isFromPath }: ArgumentDescription): OwnSchema {
  if (match !== undefined) return { pattern: `^(?:${match})$`, ...schema };
  if (!isFromPath || schema.enum !== undefined) return schema;
  if (schema.type === 'integer') return { ...schema, minimum: Math.max(schema.minimum ?? 0, 0) };
  const isAnyText = schema.type === 'string' && schema.format === undefined;
  return isAnyText ? { pattern: SEGMENT, ...schema } : schema;
}
