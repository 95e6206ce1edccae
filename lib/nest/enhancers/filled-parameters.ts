import { CUSTOM_ROUTE_ARGS_METADATA, ROUTE_ARGS_METADATA } from '../internals.js';
import type { Class } from '../../shared/class.js';

/** A parameter of a method that carries one of Nest's own decorators. */
export interface RouteArgument {
  readonly index: number;
  /** A `RouteParamtypes` of Nest's; `undefined` for a decorator of the application's own. */
  readonly kind: number | undefined;
}

const NONE: readonly RouteArgument[] = [];

/** The parameters that Nest's decorators fill, and those made with `createParamDecorator`. */
export function routeArgumentsOf(type: Class, methodName: string): readonly RouteArgument[] {
  const metadata: unknown = Reflect.getMetadata(ROUTE_ARGS_METADATA, type, methodName);
  if (typeof metadata !== 'object' || metadata === null) return NONE;
  return Object.keys(metadata).map(parseKey);
}

/** The indices of the parameters that Nest fills. */
export function indicesFilledByNest(type: Class, methodName: string): ReadonlySet<number> {
  return new Set(routeArgumentsOf(type, methodName).map(({ index }) => index));
}

/** `3:0` is the body as the first parameter; a decorator of the application's has a name before the colon. */
function parseKey(key: string): RouteArgument {
  const colon = key.lastIndexOf(':');
  const kind = key.includes(CUSTOM_ROUTE_ARGS_METADATA) ? undefined : Number(key.slice(0, colon));
  return { index: Number(key.slice(colon + 1)), kind };
}
