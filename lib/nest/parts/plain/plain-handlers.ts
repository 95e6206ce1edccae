import { Inject, Injectable, Logger } from '@nestjs/common';
import { ApplicationConfig, DiscoveryService } from '@nestjs/core';
import { describeDiagnostic } from '../../../diagnostics/diagnostic.js';
import { explorePlainHandlers } from '../explore-plain-handlers.js';
import { PLAIN_CHECKS } from './plain-checks.js';

/** Reports what is wrong with the handlers of plain controllers that use the library's parts. */
@Injectable()
export class PlainHandlers {
  readonly #logger = new Logger('RestModule');

  constructor(
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
    @Inject(ApplicationConfig) private readonly config: ApplicationConfig,
  ) {}

  /** Logs one warning that lists all findings. The application starts: each has a safe outcome. */
  report(): void {
    const handlers = explorePlainHandlers(this.discovery);
    const diagnostics = handlers.flatMap((handler) =>
      PLAIN_CHECKS.flatMap((check) => check(handler, this.config)),
    );
    if (diagnostics.length === 0) return;
    this.#logger.warn(['Plain controllers:', ...diagnostics.map(describeDiagnostic)].join('\n'));
  }
}
