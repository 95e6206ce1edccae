import { Inject, Injectable } from '@nestjs/common';
import { ApplicationConfig, ModulesContainer } from '@nestjs/core';
import type { RouteDescription } from '../../model/description/route-description.js';
import { describeApplication } from '../exploration/describe-application.js';
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

  constructor(
    @Inject(ModulesContainer) private readonly modules: ModulesContainer,
    @Inject(ApplicationConfig) private readonly config: ApplicationConfig,
    @Inject(REST_OPTIONS) private readonly options: RestModuleOptions,
  ) {}

  /**
   * All routes, hidden ones included, in the order of their declarations. Worked out when first asked
   * for; creates no controller.
   */
  list(): Promise<readonly RouteDescription[]> {
    const { modules, options, config } = this;
    this.#list ??= describeApplication(modules, options, mountPrefix(options, config));
    return this.#list;
  }
}
