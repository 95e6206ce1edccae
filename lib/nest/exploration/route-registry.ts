import { Inject, Injectable, Optional } from '@nestjs/common';
import { DiscoveryService, ModulesContainer } from '@nestjs/core';
import { Instances } from '../lazy-providers/instances.js';
import { REST_RECORDER, type Recorder } from '../module/recorder.js';
import { REST_OPTIONS, type RestModuleOptions } from '../options/rest-options.js';
import { exploreApplication, type ExploredApplication } from './explore-application.js';

/** Explores an application once, for everything that reads its routes. */
@Injectable()
export class RouteRegistry {
  /** The controllers and services that are created on first use. */
  readonly instances: Instances;
  #explored: Promise<ExploredApplication> | undefined;

  constructor(
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
    @Inject(ModulesContainer) private readonly modules: ModulesContainer,
    @Inject(REST_OPTIONS) private readonly options: RestModuleOptions,
    @Optional() @Inject(REST_RECORDER) recorder?: Recorder,
  ) {
    this.instances = new Instances((name) => recorder?.created(name));
  }

  /**
   * The routes of the application; creates no controller.
   *
   * @throws DeclarationException that lists all diagnostics.
   */
  explore(): Promise<ExploredApplication> {
    const { discovery, modules, options, instances } = this;
    this.#explored ??= exploreApplication({ discovery, modules, options, instances });
    return this.#explored;
  }
}
