import { Logger } from '@nestjs/common';
import type { DispatcherOptions } from '../../lifecycle/dispatcher.js';
import { joinExtensions, type Extensions } from '../../lifecycle/extension.js';
import type { ErrorHandling } from '../../lifecycle/messages/error-format.js';
import { completeHead } from '../../lifecycle/responses/complete-head.js';
import { linkNeutralPages, linkPages } from '../../lifecycle/responses/pages.js';
import type { SubRequester } from '../../lifecycle/sub-requests/sub-requester.js';
import { plainMethodsOf } from '../../platform/plain-routes.js';
import { mergeObjects } from '../../shared/records.js';
import { because, reportError } from '../../shared/report-error.js';
import type { Enhancers } from '../enhancers/enhancers.js';
import type { ExploredApplication, RouteRegistry } from '../exploration/explore-application.js';
import {
  createObserver,
  internalErrorReporter,
  recordFailures,
  recordPermissions,
} from './reports.js';
import { callerOf } from '../options/callers.js';
import { choiceOf } from '../options/styles.js';
import {
  discoveryOf,
  globalParametersOf,
  indexPathOf,
  originOf,
  outgoingOf,
} from '../options/settings.js';
import type { OnAllowFailure } from '../../lifecycle/permissions/allow.js';
import type { Permissions } from '../../lifecycle/permissions/permission-checks.js';
import type { ComposedTable } from './compose-table.js';
import type { CompositionContext } from './composition-context.js';
import type { AppParts } from './feature.js';

/** The options of the dispatcher of an application, and the parts that its features get. */
export async function composeOptions(
  explored: ExploredApplication,
  context: CompositionContext & {
    readonly errors: ErrorHandling;
    readonly permissions: Permissions;
  },
  composed: ComposedTable,
  enhancers: Enhancers,
  requester: SubRequester,
): Promise<{ readonly options: DispatcherOptions; readonly parts: AppParts }> {
  const { registry, subRequests } = context;
  const { prefix, table } = composed;
  const { names, accepted } = globalParametersOf(registry.options);
  const known = knownOptions(registry, prefix, context.permissions, context.errors);
  const own = { ...known, parameters: names };
  const { extensions, parts } = await extensionsOf(explored, context, composed, own, requester);
  const options: DispatcherOptions = mergeObjects(known, {
    table,
    extensions,
    acceptedNames: accepted,
    plainMethods: plainMethodsOf(context.plainPaths, prefix),
    catchOutside: enhancers.filters.outside(),
    convertError: enhancers.convertError,
    hold: subRequests.hold,
  });
  return { options, parts };
}

/** The extensions of the features that the application uses, and what they were made of. */
async function extensionsOf(
  { namespace }: ExploredApplication,
  { nest, registry: { options }, adapter, features, host }: CompositionContext,
  { prefix, routes, entries, table }: ComposedTable,
  own: KnownOptions & Pick<AppParts, 'parameters'>,
  requester: SubRequester,
): Promise<{ readonly extensions: Extensions; readonly parts: AppParts }> {
  const { parameters, origin, permissions, user, onAllowFailure, makeError, internalError } = own;
  const late: { joined?: Extensions } = {};
  const parts: AppParts = {
    options,
    prefix,
    routes,
    entries,
    table,
    namespace,
    parameters,
    origin,
    hasAdapter: adapter !== undefined,
    permissions,
    user,
    onAllowFailure,
    makeError,
    internalError,
    requester,
    onMade: (reply, exchange) => late.joined?.onMade(reply, exchange) ?? reply,
    host,
    nest,
  };
  const all = await Promise.all(features.map(({ extension }) => extension?.(parts)));
  const extensions = (late.joined = joinExtensions(all.filter((one) => one !== undefined)));
  return { extensions, parts };
}

type KnownOptions = ReturnType<typeof knownOptions>;

/**
 * The options of the dispatcher that are known without the routes.
 *
 * @param prefix The path of the API: `/api`, or empty.
 */
function knownOptions(
  { options, recorder }: RouteRegistry,
  prefix: string,
  permissions: Permissions,
  { makeError }: ErrorHandling,
) {
  const logger = new Logger('RestModule');
  const { debug = false, hooks = {} } = options;
  const index = indexPathOf(options, prefix);
  const report = internalErrorReporter(debug);
  const origin = originOf(options);
  const onAllowFailure: OnAllowFailure = (error, { definition: { handler } }) =>
    reportError(logger, because(`The permission or a guard of ${handler} threw.`, error), 'warn');
  return {
    origin,
    unknownArguments: choiceOf(options, 'unknownArguments'),
    checks: choiceOf(options, 'checks'),
    isDescribed: discoveryOf(options) !== undefined,
    permissions: recorder === undefined ? permissions : recordPermissions(permissions, recorder),
    user: callerOf(options),
    internalError: recorder === undefined ? report : recordFailures(report, recorder),
    observer: createObserver(hooks, logger),
    serverTiming: options.serverTiming === true,
    onAllowFailure,
    outgoing: outgoingOf(options, index === undefined ? undefined : `${prefix}${index}/`),
    makeError,
    completeHead: completeHead(
      origin,
      choiceOf(options, 'headers') === 'neutral' ? linkNeutralPages : linkPages,
    ),
  };
}
