import { Inject, Injectable, type OnModuleInit, type PipeTransform } from '@nestjs/common';
import { HttpAdapterHost, ModulesContainer } from '@nestjs/core';
import { diagnosticAt } from '../diagnostics/diagnostic.js';
import { DeclarationException } from '../diagnostics/rest.exception.js';
import { REST_OPTIONS } from '../routes/api-description.js';
import type { Class } from '../shared/records.js';
import { declaresRoutes } from './reading/declare-controller.js';

/**
 * Stops an application with HTTP that lists controllers of routes and does not import `RestModule`: every request to
 * their routes would be a 404. Nest creates the pipes of every class that a module lists, so this one exists without
 * `RestModule`, which is the module that could check it. It changes no value, and routes leave it out.
 */
@Injectable()
export class ServedCheck implements PipeTransform, OnModuleInit {
  constructor(
    @Inject(HttpAdapterHost) private readonly adapterHost: HttpAdapterHost,
    @Inject(ModulesContainer) private readonly modules: ModulesContainer,
  ) {}

  transform(value: unknown): unknown {
    return value;
  }

  /** @throws DeclarationException that lists the controllers of the application. */
  onModuleInit(): void {
    const adapter: unknown = this.adapterHost.httpAdapter;
    const all = [...this.modules.values()];
    if (!adapter || all.some(({ providers }) => providers.has(REST_OPTIONS))) return;
    const types = all.flatMap(({ providers, controllers }) =>
      [...providers.values(), ...controllers.values()].map(({ metatype }) => metatype),
    );
    const unserved = [...new Set(types)].filter(isController);
    throw new DeclarationException(
      unserved.map(({ name }) => diagnosticAt({ className: name }, UNSERVED)),
    );
  }
}

const UNSERVED = {
  code: 'RR1069',
  expected: 'RestModule.forRoot() among the imports of the application',
  received: 'none',
} as const;

/** The metatype of a provider may be a class or a factory. */
function isController(metatype: unknown): metatype is Class {
  return (
    typeof metatype === 'function' && 'prototype' in metatype && declaresRoutes(metatype as Class)
  );
}
