import { MetadataScanner, type DiscoveryService } from '@nestjs/core';
import { methodOf } from '../../../decorators/reading/class-chain.js';
import { cacheMetadata, routesMetadata } from '../../../decorators/metadata-accessor.js';
import type { CacheOptions } from '../../../model/declaration/cache-options.js';
import type { Class } from '../../../shared/class.js';
import { respondsItself } from '../../enhancers/responds-itself.js';
import {
  PATH_METADATA,
  REDIRECT_METADATA,
  RENDER_METADATA,
  SSE_METADATA,
  type InstanceWrapper,
} from '../../internals.js';

/** A handler of a plain controller that has `@Cache`. */
export interface CacheableHandler {
  readonly type: Class;
  readonly wrapper: InstanceWrapper;
  readonly methodName: string;
  readonly method: object;
  readonly options: CacheOptions;
  /** The same in every process of the application. */
  readonly routeId: string;
}

/** The handlers of plain controllers that have `@Cache`, in the order of their discovery. */
export function findCacheableHandlers(discovery: DiscoveryService): readonly CacheableHandler[] {
  const scanner = new MetadataScanner();
  const nameOf = classNames();
  return discovery.getControllers().flatMap((wrapper) => {
    const type = wrapper.metatype as Class;
    return scanner.getAllMethodNames(type.prototype).flatMap((methodName) => {
      const method = methodOf(type, methodName);
      const options = cacheMetadata(method);
      if (options === undefined || !isPlainHandler(method)) return [];
      const routeId = `${nameOf(type)}.${methodName}`;
      return [{ type, wrapper, methodName, method, options, routeId }];
    });
  });
}

/** What Nest sends for a method that has one of these is no value that it returns. */
const SENDS_OTHERWISE = [REDIRECT_METADATA, RENDER_METADATA, SSE_METADATA];

/** Whether what a handler returns is its response. */
export function returnsResponse({ type, methodName, method }: CacheableHandler): boolean {
  if (respondsItself(type, methodName)) return false;
  return !SENDS_OTHERWISE.some((key) => Reflect.hasMetadata(key, method));
}

/** Whether Nest serves a method, and the library does not. */
function isPlainHandler(method: unknown): method is object {
  return (
    typeof method === 'function' &&
    Reflect.hasMetadata(PATH_METADATA, method) &&
    routesMetadata(method).length === 0
  );
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
