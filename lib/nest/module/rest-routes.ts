import { Inject, Injectable } from '@nestjs/common';
import { ApplicationConfig } from '@nestjs/core';
import { describeRoute } from '../../model/description/describe-route.js';
import type { RouteDescription } from '../../model/description/route-description.js';
import { RestBatch } from '../batch/rest-batch.js';
import { RouteRegistry } from '../exploration/route-registry.js';
import { pageHeadersOf } from '../options/choice-options.js';
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
    const definitions = routes.map(({ definition }) => definition);
    const batch = this.batch.definition(definitions);
    const all = batch === undefined ? definitions : [...definitions, batch];
    const headers = pageHeadersOf(this.options);
    return all.map((definition) => describeRoute(definition, prefix, headers));
  }
}
