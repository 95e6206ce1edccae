import type { ModulesContainer } from '@nestjs/core';
import { PATH_METADATA } from '../internals.js';
import { controllerMetadata } from '../../decorators/metadata-accessor.js';

/**
 * A controller that a module lists among its `controllers` would be rejected by Nest's own router,
 * which asks for paths: it gets an empty list of them, as its routes are served by this library.
 */
export function declareListedControllers(modules: ModulesContainer): void {
  for (const { controllers } of modules.values()) {
    for (const { metatype } of controllers.values()) {
      if (typeof metatype !== 'function' || Reflect.hasMetadata(PATH_METADATA, metatype)) continue;
      if (controllerMetadata(metatype as never) === undefined) continue;
      Reflect.defineMetadata(PATH_METADATA, [], metatype);
    }
  }
}
