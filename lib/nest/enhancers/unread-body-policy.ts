import { RouteParamtypes } from '../internals.js';
import type { Class } from '../../shared/class.js';
import type { UnreadBody } from '../../pipeline/endpoint.js';
import type { OpenRoute } from '../../model/definition/route.js';
import { respondsItself } from './responds-itself.js';
import { routeArgumentsOf } from './filled-parameters.js';

/** Parameters that are filled from the body before the method is called. */
const READS_BODY: ReadonlySet<number> = new Set([
  RouteParamtypes.BODY,
  RouteParamtypes.RAW_BODY,
  RouteParamtypes.FILE,
  RouteParamtypes.FILES,
]);

/** Parameters whose methods or interceptors read a form themselves. */
const READS_FORMS: ReadonlySet<number | undefined> = new Set([
  RouteParamtypes.REQUEST,
  RouteParamtypes.RAW_BODY,
  RouteParamtypes.FILE,
  RouteParamtypes.FILES,
]);

/** Decides, by the parameters of the method, what a route does with a body that the library does not read. */
export function unreadBodyOf(
  type: Class,
  { arguments: definitions, parameters, methodName }: OpenRoute,
): UnreadBody {
  if (definitions.every(({ isFromPath }) => isFromPath)) return 'ignore';
  if (parameters.some(({ kind }) => kind === 'request')) return 'ignore';
  const kinds = routeArgumentsOf(type, methodName).map(({ kind }) => kind);
  // Such a method may read the request by itself.
  const takesRequest = kinds.includes(RouteParamtypes.REQUEST);
  if (takesRequest || respondsItself(type, methodName)) return 'ignore';
  return kinds.some(mayReadBody) ? 'reject-late' : 'reject';
}

/**
 * Whether the library reads forms with files for a method: where they can have arguments of it, and none of
 * its parameters is filled by another reader.
 */
export function readsForms(
  type: Class,
  { arguments: definitions, methodName }: OpenRoute,
): boolean {
  if (definitions.some(({ file }) => file !== undefined)) return true;
  if (definitions.every(({ isFromPath }) => isFromPath)) return false;
  const kinds = routeArgumentsOf(type, methodName).map(({ kind }) => kind);
  return !respondsItself(type, methodName) && !kinds.some((kind) => READS_FORMS.has(kind));
}

/** A decorator of the application's own may read anything. */
function mayReadBody(kind: number | undefined): boolean {
  return kind === undefined || READS_BODY.has(kind);
}
