import type { RouteDescription } from '../../model/description/route-description.js';
import { safeName } from './components.js';
import { parametersOf } from './operation-parameters.js';
import { requestBodyOf } from './bodies/operation-body.js';
import type { SchemaContext } from './json-schema.js';
import type { WholeOperation } from './open-api-types.js';
import { permissionText, securityOf } from './operation-security.js';
import { responsesOf } from './responses/operation-responses.js';

/** What all operations of a document share. */
export interface OperationContext {
  readonly components: SchemaContext['components'];
  /** The names of the security schemes that callers may use. */
  readonly schemes: readonly string[];
  /** The shapes of the paths that take POST. */
  readonly postShapes: ReadonlySet<string>;
}

/** A path without the names of its placeholders. */
export function shapeOf(path: string): string {
  return path.replace(/\{\w+\}/g, '{}');
}

/** The operation for one method of a route. */
export function operationOf(
  route: RouteDescription,
  method: string,
  { components, schemes, postShapes }: OperationContext,
): WholeOperation {
  const context = { components, names: route.schemaNames };
  const parameters = parametersOf(route, method, context);
  const requestBody = requestBodyOf(route, method, {
    ...context,
    takesPost: postShapes.has(shapeOf(route.path)),
  });
  return {
    ...headerOf(route, method),
    security: securityOf(route.permission, schemes),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: responsesOf(route, context),
    ...(route.batch && method !== 'GET' ? { 'x-allow-batch': { v1: true } as const } : {}),
  };
}

function headerOf(route: RouteDescription, method: string) {
  return {
    operationId: operationIdOf(route, method),
    summary: summaryOf(route),
    description: descriptionOf(route),
    tags: [tagOf(route)],
    ...(route.deprecated === undefined ? {} : { deprecated: true as const }),
  };
}

/** `Items` of `ItemsController.one`. */
export function tagOf({ handler }: RouteDescription): string {
  const [className = ''] = handler.split('.');
  return className.replace(/(?<=.)Controller$/, '');
}

function operationIdOf(route: RouteDescription, method: string): string {
  const [, methodName = ''] = route.handler.split('.');
  const suffix = route.methods.length > 1 ? `_${method.toLowerCase()}` : '';
  return safeName(`${tagOf(route)}_${methodName}${suffix}`);
}

/** The first sentence of the docstring, or the handler where there is none. */
function summaryOf({ description, handler }: RouteDescription): string {
  return description === undefined ? handler : (description.split(/(?<=[.!?])\s/)[0] ?? handler);
}

function descriptionOf({ description, deprecated, permission }: RouteDescription): string {
  return [
    description,
    typeof deprecated === 'string' ? `Deprecated: ${deprecated}` : undefined,
    `May be called by ${permissionText(permission)}.`,
  ]
    .filter((text) => text !== undefined)
    .join('\n\n');
}
