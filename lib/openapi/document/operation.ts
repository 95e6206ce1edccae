import type { RouteDescription, ArgumentDescription } from '../../routes/route-description.js';
import { safeName, type SchemaPlace } from './components.js';
import type { DescribedErrors } from './error-formats.js';
import { requestBodyOf, BODY_METHODS, isRequired, SEGMENT } from './operation-body.js';
import {
  descriptionAndState,
  type SchemaContext,
  jsonSchema,
  momentSchema,
  type OwnSchema,
} from './json-schema.js';
import type { JsonSchema, Parameter, WholeOperation } from './open-api-types.js';
import { filledParameters, namedFields, withWholeBody } from './filled-parameters.js';
import { permissionText, securityOf } from './operation-permission.js';
import { responsesOf, type StatedStatuses } from './operation-responses.js';
import { formName, holdsObjects, styleOf } from './operation-body.js';

/** The data that all operations of a document share. */
export interface OperationContext {
  readonly components: SchemaContext['components'];
  /** The names of the security schemes that callers may use. */
  readonly schemes: readonly string[];
  /** The path keys of the paths that accept POST. */
  readonly postPathKeys: ReadonlySet<string>;
  readonly errors: DescribedErrors;
  readonly statuses: StatedStatuses;
  /** The media types of a body without files. */
  readonly bodies: 'all' | 'json';
  /** Wraps the schema of a body as an interceptor wraps the data. */
  readonly wrap: ((data: JsonSchema, route: RouteDescription) => JsonSchema) | undefined;
}

export function pathKeyOf(path: string): string {
  return path.replace(/\{\w+\}/g, '{}');
}

export function operationOf(
  route: RouteDescription,
  method: string,
  shared: OperationContext,
): WholeOperation {
  const { components, schemes, postPathKeys, wrap, bodies, errors, statuses } = shared;
  const operationId = operationIdOf(route, method);
  const place = placeOf(route, operationId);
  const shown = { components, names: route.schemaNames, moments: route.moments };
  const context = { ...shown, place: { ...place, isInRequest: true } };
  const parameters = [...parametersOf(route, method, context), ...filledParameters(route, context)];
  const takesPost = postPathKeys.has(pathKeyOf(route.path));
  const whole = { ...route, arguments: [...route.arguments, ...namedFields(route)] };
  const ownBody = requestBodyOf(whole, method, context, { takesPost, bodies });
  const requestBody = withWholeBody(route, method, ownBody, context);
  return {
    operationId,
    summary: summaryOf(route),
    description: descriptionOf(route),
    tags: [...tagsOf(route)],
    ...(route.deprecated === undefined ? {} : { deprecated: true as const }),
    security: securityOf(route.permission, schemes),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: responsesOf(route, method, {
      ...shown,
      definitions: route.returns?.definitions,
      place,
      errors,
      statuses,
      wrap: (data) => wrap?.(data, route) ?? data,
    }),
    ...route.stated?.extensions,
    ...(route.batch && method !== 'GET' ? { 'x-allow-batch': { v1: true } as const } : {}),
  };
}

function placeOf({ namespace, handler }: RouteDescription, operation: string): SchemaPlace {
  return { isInRequest: false, namespace, resource: resourceOf(handler), operation };
}

/** The tags that the route states, or `Items` of `ItemsController.one`. */
export function tagsOf({ operation, handler }: RouteDescription): readonly string[] {
  return operation.tags ?? [resourceOf(handler)];
}

export function resourceOf(handler: string): string {
  const [className = ''] = handler.split('.');
  return className.replace(/(?<=.)Controller$/, '');
}

function operationIdOf(route: RouteDescription, method: string): string {
  const [, methodName = ''] = route.handler.split('.');
  const name = route.operation.operationId ?? `${resourceOf(route.handler)}_${methodName}`;
  const suffix = route.methods.length > 1 ? `_${method.toLowerCase()}` : '';
  return safeName(`${name}${suffix}`);
}

/** The summary of the route, the first sentence of the docstring, or the name of the method in words. */
function summaryOf({ operation, description, handler }: RouteDescription): string {
  const [, methodName = ''] = handler.split('.');
  return operation.summary ?? firstSentence(description) ?? wordsOf(methodName);
}

function firstSentence(description: string | undefined): string | undefined {
  return description?.split(/(?<=[.!?])\s/)[0];
}

/** `findByISBN` becomes `Find by ISBN`. */
function wordsOf(name: string): string {
  const words = name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+/gu) ?? [name];
  const text = words
    .map((word) => (/^\p{Lu}{2}/u.test(word) ? word : word.toLowerCase()))
    .join(' ');
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** The docstring, without what is the summary already. */
function descriptionOf(route: RouteDescription): string {
  const { description, deprecated, permission, operation } = route;
  const summary = operation.summary === undefined ? (firstSentence(description) ?? '') : '';
  return [
    description?.slice(summary.length).trim() || undefined,
    typeof deprecated === 'string' ? `Deprecated: ${deprecated}` : undefined,
    permissionText(permission),
  ]
    .filter((text) => text !== undefined)
    .join('\n\n');
}

/**
 * The path parameters of an operation, and its query parameters if it has no body. A file is never
 * one of them.
 */
function parametersOf(
  { arguments: args, handler }: RouteDescription,
  method: string,
  context: SchemaContext,
): Parameter[] {
  const isInQuery = ({ file }: ArgumentDescription) =>
    file === undefined && !BODY_METHODS.has(method);
  return args
    .filter((argument) => argument.isFromPath || isInQuery(argument))
    .map((argument) => parameterOf(argument, handler, context));
}

function parameterOf(
  argument: ArgumentDescription,
  handler: string,
  outer: SchemaContext,
): Parameter {
  const { isFromPath, schema, definitions } = argument;
  const { description: _description, deprecated: _deprecated, ...rest } = schema as OwnSchema;
  // An enum is a component wherever it is; the copy is the same one.
  const name = schema.enum === undefined ? undefined : outer.names.get(schema);
  const names = name === undefined ? outer.names : new Map([...outer.names, [rest, name] as const]);
  const context = { ...outer, definitions, names };
  const example = schema.example ?? schema.default ?? undefined;
  return {
    name: isFromPath ? argument.name : formName(argument),
    in: isFromPath ? 'path' : 'query',
    required: isFromPath || isRequired(argument),
    ...descriptionAndState(schema as OwnSchema),
    ...styleOf(argument),
    schema: holdsObjects(schema)
      ? context.components.add(
          listName(argument, handler),
          jsonSchema(rest, context),
          context.place,
        )
      : momentSchema(
          schema as OwnSchema,
          context,
          jsonSchema(placeholderSchema(rest, argument), context),
        ),
    ...(example === undefined ? {} : { example }),
  };
}

/**
 * The name of the component of a list with nested keys, `Items_list_lines`. If such a list is inline, client
 * generators read its style, and the types of some do not allow `deepObject` for lists.
 */
function listName({ name }: ArgumentDescription, handler: string): string {
  const [className = '', methodName = ''] = handler.split('.');
  return [className.replace(/(?<=.)Controller$/, ''), methodName, name].join('_');
}

/** The schema with the pattern of the placeholder: its own, digits, or a text without an unencoded slash. */
export function placeholderSchema(
  schema: OwnSchema,
  { match, isFromPath }: ArgumentDescription,
): OwnSchema {
  if (match !== undefined) return { pattern: `^(?:${match})$`, ...schema };
  if (!isFromPath || schema.enum !== undefined) return schema;
  if (schema.type === 'integer') return { ...schema, minimum: Math.max(schema.minimum ?? 0, 0) };
  const isAnyText = schema.type === 'string' && schema.format === undefined;
  return isAnyText ? { pattern: SEGMENT, ...schema } : schema;
}
