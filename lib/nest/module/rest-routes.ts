import { Inject, Injectable } from '@nestjs/common';
import { ApplicationConfig } from '@nestjs/core';
import type { RouteDescription } from '../../model/route-description.js';
import { RestBatch } from '../rest-batch.js';
import { describeRoutes } from '../exploration/describe-routes.js';
import { RouteRegistry } from '../exploration/route-registry.js';
import { mountPrefix } from '../options/mount-prefix.js';
import { REST_OPTIONS, type RestModuleOptions } from '../options/rest-options.js';

/**
 * The routes of the application, for documents, audits and tests.
 *
 * @example
 * const routes = await app.get(RestRoutes).list();
 * const open = routes.filter(({ permission }) => permission.kind === 'public');
 */
@Injectable()
export class RestRoutes {
  #list: Promise<readonly RouteDescription[]> | undefined;

  /** @internal Nest calls it. */
  constructor(
    @Inject(RouteRegistry) private readonly registry: RouteRegistry,
    @Inject(ApplicationConfig) private readonly config: ApplicationConfig,
    @Inject(RestBatch) private readonly batch: RestBatch,
    @Inject(REST_OPTIONS) private readonly options: RestModuleOptions,
  ) {}

  /**
   * All routes, hidden ones included, in the order of their declarations, and the route of batches where
   * it is served. Made on the first call; creates no controller.
   *
   * @throws DeclarationException that lists all diagnostics.
   */
  list(): Promise<readonly RouteDescription[]> {
    this.#list ??= this.#describe(mountPrefix(this.options, this.config));
    return this.#list;
  }

  async #describe(prefix: string): Promise<readonly RouteDescription[]> {
    const { routes } = await this.registry.explore();
    const batch = this.batch.route(routes.map(({ route }) => route));
    const all = batch === undefined ? routes : [...routes, { route: batch }];
    return describeRoutes(all, prefix, this.options);
  }
}
