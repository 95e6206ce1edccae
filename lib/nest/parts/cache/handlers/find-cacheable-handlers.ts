import type { DiscoveryService } from '@nestjs/core';
import { methodCache, methodRoutes } from '../../../../decorators/metadata-accessor.js';
import type { CacheOptions } from '../../../../model/declaration/cache-options.js';
import type { Class } from '../../../../shared/class.js';
import { respondsItself } from '../../../enhancers/responds-itself.js';
import { REDIRECT_METADATA, RENDER_METADATA, SSE_METADATA } from '../../../internals.js';
import { explorePlainHandlers, type PlainHandler } from '../../explore-plain-handlers.js';

/** A handler of a plain controller that has `@Cache`. */
export interface CacheableHandler extends PlainHandler {
  readonly options: CacheOptions;
  /** The same in every process of the application. */
  readonly routeId: string;
}

/** The handlers of plain controllers that have `@Cache`, in the order of their discovery. */
export function findCacheableHandlers(discovery: DiscoveryService): readonly CacheableHandler[] {
  const nameOf = classNames();
  return explorePlainHandlers(discovery).flatMap((handler) => {
    const options = optionsOf(handler);
    if (options === undefined) return [];
    const routeId = `${nameOf(handler.found.type)}.${handler.methodName}`;
    return [{ ...handler, options, routeId }];
  });
}

/** The `@Cache` of a handler; `undefined` where it has none, or where the library serves the method. */
export function optionsOf({ prototype, methodName }: PlainHandler): CacheOptions | undefined {
  const isRoute = methodRoutes(prototype, methodName).length > 0;
  return isRoute ? undefined : methodCache(prototype, methodName);
}

/** What Nest sends for a method that has one of these is no value that it returns. */
const SENDS_OTHERWISE = [REDIRECT_METADATA, RENDER_METADATA, SSE_METADATA];

/** Whether what a handler returns is its response. */
export function returnsResponse({ found, methodName, method }: PlainHandler): boolean {
  if (respondsItself(found.type, methodName)) return false;
  return !SENDS_OTHERWISE.some((key) => Reflect.hasMetadata(key, method));
}

/** Names classes. Several classes of one name are numbered, since they must not share responses. */
function classNames(): (type: Class) => string {
  const known = new Map<string, Class[]>();
  return (type) => {
    const namesakes = known.get(type.name) ?? [];
    known.set(type.name, namesakes);
    if (!namesakes.includes(type)) namesakes.push(type);
    const number = namesakes.indexOf(type) + 1;
    return number === 1 ? type.name : `${type.name}#${number}`;
  };
}
