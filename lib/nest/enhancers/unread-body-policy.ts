import { RouteParamtypes, ROUTE_ARGS_METADATA } from '@nestjs/common/internal';
import type { Class } from '../../shared/class.js';
import type { UnreadBody } from '../../pipeline/endpoint.js';
import type { RouteDetails } from '../../model/definition/route-definition.js';
import { respondsItself } from './responds-itself.js';

/** What is filled before the method is called, and may read the request for it. */
const FILLED: ReadonlySet<number> = new Set([
  RouteParamtypes.BODY,
  RouteParamtypes.RAW_BODY,
  RouteParamtypes.FILE,
  RouteParamtypes.FILES,
]);

/** What a route does with a body that the library does not read, by what its method takes. */
export function unreadBodyOf(
  type: Class,
  methodName: string,
  { arguments: definitions, parameters }: RouteDetails,
): UnreadBody {
  if (definitions.every(({ isFromPath }) => isFromPath)) return 'ignore';
  if (parameters.some(({ kind }) => kind === 'request')) return 'ignore';
  const entries = (Reflect.getMetadata(ROUTE_ARGS_METADATA, type, methodName) ?? {}) as object;
  // `3:0` is the body as the first parameter; a decorator of the application's has no number.
  const kinds = Object.keys(entries).map((key) => Number(key.split(':')[0]));
  // Such a method may read the request by itself.
  const takesRequest = kinds.includes(RouteParamtypes.REQUEST);
  if (takesRequest || respondsItself(type, methodName)) return 'ignore';
  return kinds.some((kind) => FILLED.has(kind) || Number.isNaN(kind)) ? 'reject-late' : 'reject';
}
