import { Logger } from '@nestjs/common';
import type { DispatcherParts } from '../../pipeline/dispatcher.js';
import type { Permissions } from '../../pipeline/permissions/permission-checks.js';
import { logError, logText } from '../../shared/log-text.js';
import { createObserver } from '../options/hooks-option.js';
import { internalErrorReporter } from '../options/internal-error.js';
import { compileLinks } from '../../pipeline/links/link-settings.js';
import { originOf, outgoingOf } from '../options/outgoing-options.js';
import type { RestModuleOptions } from '../options/rest-options.js';
import {
  hasNeutralHeaders,
  makeErrorOf,
  responsesOf,
  unknownArgumentsOf,
} from '../options/choice-options.js';
import { linkNeutralPages, linkPages } from '../../pipeline/responses/paging.js';
import {
  rejectDifferences,
  reportDifferences,
  type ResponsePolicy,
} from '../../pipeline/responses/response-policy.js';
import { callerOf } from '../options/user-option.js';
import { recordFailures, recordPermissions, type Recorder } from './recorder.js';

/**
 * The parts of the dispatcher that options decide.
 *
 * @param root The path of the API, with a slash at the end.
 * @param permissions Of the routes; those of a replaced `PermissionGuard` where there is one.
 */
export function dispatcherParts(
  options: RestModuleOptions,
  root: string,
  permissions: Permissions,
  recorder: Recorder | undefined,
): Omit<DispatcherParts, 'table' | 'cache'> {
  const logger = new Logger('RestModule');
  const { debug = false, hooks = {} } = options;
  return {
    unknownArguments: unknownArgumentsOf(options),
    responses: responsePolicyOf(options, logger),
    permissions: recordPermissions(permissions, recorder),
    user: callerOf(options),
    internalError: recordFailures(internalErrorReporter(logger, debug), recorder),
    observer: createObserver(hooks, logger),
    onAllowFailure: (error, { definition: { handler } }) =>
      logger.warn(`The permission or a guard of ${handler} threw: ${logError(error)}`),
    outgoing: outgoingOf(options, root),
    makeError: makeErrorOf(options),
    linkPages: hasNeutralHeaders(options) ? linkNeutralPages : linkPages,
    links: compileLinks(options.links ?? {}, originOf(options)),
  };
}

/** A difference is an error in development, and only a warning in production. */
function responsePolicyOf(options: RestModuleOptions, logger: Logger): ResponsePolicy {
  const isProduction = process.env['NODE_ENV'] === 'production';
  return {
    byDefault: responsesOf(options),
    onDifference: isProduction
      ? reportDifferences((text) => logger.warn(logText(text)))
      : rejectDifferences,
  };
}
