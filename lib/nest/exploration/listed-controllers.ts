import type { DiscoveryService } from '@nestjs/core';
import { PATH_METADATA } from '../internals.js';
import { controllerMetadata } from '../../decorators/metadata-accessor.js';

/**
 * Gives an empty list of paths to controllers that a module lists among its `controllers`. Nest's own
 * router rejects a class without paths; this library serves the routes.
 */
export function declareListedControllers(discovery: DiscoveryService): void {
  for (const { metatype } of discovery.getControllers()) {
    if (typeof metatype !== 'function' || Reflect.hasMetadata(PATH_METADATA, metatype)) continue;
    if (controllerMetadata(metatype as never) === undefined) continue;
    Reflect.defineMetadata(PATH_METADATA, [], metatype);
  }
}
