import { Inject, Injectable, Logger } from '@nestjs/common';
import { ApplicationConfig, DiscoveryService } from '@nestjs/core';
import { describeDiagnostic } from '../../../diagnostics/diagnostic.js';
import type { ExploredApplication } from '../../exploration/explore-application.js';
import type { Enhancers } from '../../enhancers/enhancers.js';
import { explorePlainHandlers } from '../explore-plain-handlers.js';
import { PlainPermissions } from '../guard/plain-permissions.js';
import { PLAIN_CHECKS } from './plain-checks.js';

/** Prepares the handlers of plain controllers that use the library's parts, and reports what is wrong with them. */
@Injectable()
export class PlainHandlers {
  readonly #logger = new Logger('RestModule');

  constructor(
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
    @Inject(ApplicationConfig) private readonly config: ApplicationConfig,
    @Inject(PlainPermissions) private readonly permissions: PlainPermissions,
  ) {}

  /** Hands their permissions to the guard, and reports. */
  start({ plainPermissions }: ExploredApplication, enhancers: Enhancers): void {
    this.permissions.register(plainPermissions, ({ found, methodName }, index) =>
      enhancers.parameterReader(found, methodName, index),
    );
    this.#report();
  }

  /** Logs one warning that lists all findings. The application starts with them. */
  #report(): void {
    const handlers = explorePlainHandlers(this.discovery);
    const diagnostics = handlers.flatMap((handler) =>
      PLAIN_CHECKS.flatMap((check) => check(handler, this.config)),
    );
    if (diagnostics.length === 0) return;
    this.#logger.warn(['Plain controllers:', ...diagnostics.map(describeDiagnostic)].join('\n'));
  }
}
