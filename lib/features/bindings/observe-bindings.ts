import type { MiddlewareConsumer } from '@nestjs/common';
import { controllerMetadata } from '../../decorators/metadata-accessor.js';
import { PATH_METADATA } from '../../nest/internals.js';
import type { Class } from '../../shared/records.js';

type MiddlewareConfig = ReturnType<MiddlewareConsumer['apply']>;

/** The targets of middleware: a path, a path with a method, or a controller. */
export type BoundTo = Parameters<MiddlewareConfig['forRoutes']>[number];

/** A binding of a module: `consumer.apply(…).exclude(…).forRoutes(…)`. */
export interface MiddlewareBinding {
  /** The class of the module. */
  readonly module: string;
  readonly middleware: readonly unknown[];
  readonly routes: readonly BoundTo[];
  readonly excluded: readonly BoundTo[];
}

/** Notes the middleware that a module binds with a consumer. */
export function observeConsumer(
  consumer: MiddlewareConsumer,
  module: string,
  note: (binding: MiddlewareBinding) => void,
): MiddlewareConsumer {
  const observed = Object.create(consumer) as MiddlewareConsumer;
  observed.apply = (...middleware) => {
    const config = consumer.apply(...middleware);
    const excluded: BoundTo[] = [];
    const own = Object.create(config) as MiddlewareConfig;
    own.exclude = (...routes) => {
      excluded.push(...routes);
      config.exclude(...routes);
      return own;
    };
    own.forRoutes = (...routes) => {
      note({ module, middleware: middleware.flat(), routes: routes.flat(), excluded });
      // Nest binds nothing to such a class, or reports that it is not a controller; startup reports what to write.
      config.forRoutes(...routes.flat().filter((route) => !isRestController(route)));
      return observed;
    };
    return own;
  };
  return observed;
}

/** Whether a class has routes of the library and is not a controller of Nest. */
export function isRestController(route: BoundTo): route is Extract<BoundTo, Class> {
  if (typeof route !== 'function' || controllerMetadata(route) === undefined) return false;
  const paths: unknown = Reflect.getMetadata(PATH_METADATA, route);
  return paths === undefined || (Array.isArray(paths) && paths.length === 0);
}
