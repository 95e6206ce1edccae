import { Inject, Injectable, Optional } from '@nestjs/common';
import { DiscoveryService, ModulesContainer } from '@nestjs/core';
import { controllerMetadata } from '../../decorators/metadata-accessor.js';
import { PATH_METADATA } from '../internals.js';
import { Instances } from '../instances.js';
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
    @Inject(DiscoveryService) readonly discovery: DiscoveryService,
    @Inject(ModulesContainer) readonly modules: ModulesContainer,
    @Inject(REST_OPTIONS) readonly options: RestModuleOptions,
    @Optional() @Inject(REST_RECORDER) readonly recorder?: Recorder,
  ) {
    declareListedControllers(discovery);
    this.instances = new Instances((name) => recorder?.created(name));
  }

  /**
   * The routes of the application; creates no controller.
   *
   * @throws DeclarationException that lists all diagnostics.
   */
  explore(): Promise<ExploredApplication> {
    this.#explored ??= exploreApplication(this);
    return this.#explored;
  }
}

/**
 * Gives an empty list of paths to controllers that a module lists among its `controllers`. Nest's own
 * router rejects a class without paths; this library serves the routes.
 */
function declareListedControllers(discovery: DiscoveryService): void {
  for (const { metatype } of discovery.getControllers()) {
    if (typeof metatype !== 'function' || Reflect.hasMetadata(PATH_METADATA, metatype)) continue;
    if (controllerMetadata(metatype as never) === undefined) continue;
    Reflect.defineMetadata(PATH_METADATA, [], metatype);
  }
}
