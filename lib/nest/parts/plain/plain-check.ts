import type { ApplicationConfig } from '@nestjs/core';
import type { Diagnostic } from '../../../diagnostics/diagnostic.js';
import type { PlainHandler } from '../explore-plain-handlers.js';

/** What is wrong with a handler of a plain controller in one respect. */
export type PlainCheck = (
  handler: PlainHandler,
  config: ApplicationConfig,
) => readonly Diagnostic[];
