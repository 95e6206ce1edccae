import {
  Inject,
  Injectable,
  UseFilters,
  UseGuards,
  UseInterceptors,
  type Type,
} from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { RequestContext } from '../../lifecycle/request-context.js';
import { hostOfClass } from '../exploration/container-view.js';
import { Injector, type InstanceWrapper, type Module } from '../internals.js';
import type { Instances } from '../instances.js';
import { RestCacheInterceptor } from './rest-cache.interceptor.js';
import { RestExceptionFilter } from './rest-exception.filter.js';
import { PermissionGuard } from './permission.guard.js';

/**
 * Lists the parts as enhancers of `RestModule`. `overrideGuard` and its like of @nestjs/testing replace
 * enhancers only, and only in modules that have them; the routes take their parts from here.
 */
@Injectable()
@UseGuards(PermissionGuard)
@UseInterceptors(RestCacheInterceptor)
@UseFilters(RestExceptionFilter)
export class ReplaceableParts {}

/** Returns what an application has put in the place of a part: at once, unless it is created for each request. */
export type ReplacedPart<Part> = (
  request: Pick<RequestContext, 'exchange'>,
) => Part | Promise<Part>;

type Collection = 'injectables' | 'providers';

/** An enhancer has precedence: `overrideGuard` names the part more precisely than `overrideProvider`. */
const COLLECTIONS: readonly Collection[] = ['injectables', 'providers'];

/** Finds the parts that an application has replaced, by `overrideGuard` and its like or by `overrideProvider`. */
@Injectable()
export class ReplacedParts {
  readonly #injector = new Injector();

  constructor(@Inject(DiscoveryService) private readonly discovery: DiscoveryService) {}

  /** The replacement of a part; `undefined` where the routes use the library's own. */
  of<Part extends object>(part: Type<Part>, instances: Instances): ReplacedPart<Part> | undefined {
    const host = hostOfClass(this.discovery, ReplaceableParts);
    if (host === undefined) return undefined;
    for (const collection of COLLECTIONS) {
      const wrapper = host[collection].get(part);
      if (wrapper === undefined || wrapper.metatype === part) continue;
      return this.#getter(wrapper, host, collection, instances);
    }
    return undefined;
  }

  #getter<Part extends object>(
    wrapper: InstanceWrapper,
    host: Module,
    collection: Collection,
    instances: Instances,
  ): ReplacedPart<Part> {
    if (wrapper.isDependencyTreeStatic() && !wrapper.isTransient)
      return () => wrapper.instance as Part;
    return async ({ exchange }) => {
      const contextId = instances.contextOf(exchange.raw, { wrapper, module: host });
      await this.#injector.loadInstance(wrapper, host[collection], host, { contextId });
      return wrapper.getInstanceByContextId(contextId).instance as Part;
    };
  }
}
