import { Logger } from '@nestjs/common';
import type { DispatcherParts } from '../../pipeline/dispatcher.js';
import { createPermissions } from '../../pipeline/permissions/permission-checks.js';
import { logError } from '../../shared/log-text.js';
import { capabilityCheck } from '../options/capability-option.js';
import { createObserver } from '../options/hooks-option.js';
import { internalErrorReporter } from '../options/internal-error.js';
import { outgoingOf } from '../options/outgoing-options.js';
import type { RestModuleOptions } from '../options/rest-options.js';
import { callerOf } from '../options/user-option.js';
import { recordPermissions, type Recorder } from './recorder.js';

/**
 * The parts of the dispatcher that options decide.
 *
 * @param root The path of the API, with a slash at the end.
 */
export function dispatcherParts(
  options: RestModuleOptions,
  root: string,
  recorder: Recorder | undefined,
): Omit<DispatcherParts, 'table' | 'cache'> {
  const logger = new Logger('RestModule');
  const { roles = {}, debug = false, hooks = {} } = options;
  const can = options.can === undefined ? capabilityCheck(roles) : options.can.bind(options);
  return {
    permissions: recordPermissions(createPermissions(can), recorder),
    user: callerOf(options),
    internalError: internalErrorReporter(logger, debug),
    observer: createObserver(hooks, logger),
    onAllowFailure: (error, { definition: { handler } }) =>
      logger.warn(`The permission or a guard of ${handler} threw: ${logError(error)}`),
    outgoing: outgoingOf(options, root),
  };
}
