import { Logger } from '@nestjs/common';
import type { DispatcherOptions } from '../../lifecycle/dispatcher.js';
import { compileLinks } from '../../lifecycle/messages/link.js';
import { linkNeutralPages, linkPages } from '../../lifecycle/responses/pages.js';
import { completeHead } from '../../lifecycle/responses/resolve-links.js';
import {
  rejectDifferences,
  reportDifferences,
  type ResponsePolicy,
} from '../../lifecycle/responses/response-policy.js';
import type { Words } from '../../lifecycle/responses/words.js';
import type { CacheContext } from '../../lifecycle/steps/cache.step.js';
import { plainMethodsOf } from '../../platform/plain-routes.js';
import { logText } from '../../shared/log-text.js';
import { mergeObjects } from '../../shared/records.js';
import { because, reportError } from '../../shared/report-error.js';
import { CacheRegistry } from '../cache/rest-cache.js';
import type { Enhancers } from '../enhancers/enhancers.js';
import type { ExploredApplication, RouteRegistry } from '../exploration/explore-application.js';
import {
  createObserver,
  internalErrorReporter,
  recordFailures,
  recordPermissions,
} from '../module/reports.js';
import { createUploads } from '../create-uploads.js';
import type { RestModuleOptions } from '../options/rest-options.js';
import {
  callerHeadersOf,
  callerOf,
  choiceOf,
  globalParametersOf,
  habit,
  makeErrorOf,
  originOf,
  outgoingOf,
} from '../options/settings.js';
import { LibraryEnhancers } from '../plain/library-enhancers.js';
import { PlainHandlers } from '../plain/plain-handlers.js';
import type { ComposedTable } from './compose-table.js';
import type { CompositionContext } from './composition-context.js';
import { indexPathOf } from './rest-index.js';

/** The options of the dispatchers of an application. */
export async function composeOptions(
  explored: ExploredApplication,
  context: CompositionContext & { readonly words: Words | undefined },
  composed: ComposedTable,
  enhancers: Enhancers,
): Promise<DispatcherOptions> {
  const { nest, registry, eventStreams, adapter, subRequests } = context;
  const { prefix, routes, table } = composed;
  const cache = await createCache(composed, explored, context);
  const known = knownOptions(registry, prefix, nest.get(LibraryEnhancers), context.words);
  const plainMethods = plainMethodsOf(context.plainPaths, prefix);
  const uploads = adapter === undefined ? undefined : await createUploads(registry.options, routes);
  return mergeObjects(known, {
    table,
    plainMethods,
    uploads,
    cache,
    catchOutside: enhancers.filters.outside(),
    convertError: enhancers.convertError,
    eventStreams,
    hold: subRequests.hold,
  });
}

async function createCache(
  { entries }: ComposedTable,
  { namespace }: ExploredApplication,
  { nest, registry: { options } }: CompositionContext,
): Promise<CacheContext | undefined> {
  const handlers = nest.get(PlainHandlers).cached;
  return nest.get(CacheRegistry).create(entries, handlers, namespace, options.cache ?? {}, {
    callerHeaders: callerHeadersOf(options),
    intercept: nest.get(LibraryEnhancers).cacheInterception,
  });
}

/**
 * The options of the dispatcher that are known without the routes.
 *
 * @param prefix The path of the API: `/api`, or empty.
 */
function knownOptions(
  { options, recorder }: RouteRegistry,
  prefix: string,
  { permissions }: LibraryEnhancers,
  words: Words | undefined,
): Omit<
  DispatcherOptions,
  | 'table'
  | 'plainMethods'
  | 'uploads'
  | 'cache'
  | 'catchOutside'
  | 'convertError'
  | 'eventStreams'
  | 'hold'
> {
  const logger = new Logger('RestModule');
  const { debug = false, hooks = {} } = options;
  const index = indexPathOf(options, prefix);
  const report = internalErrorReporter(debug);
  const links = compileLinks(options.links ?? {}, originOf(options));
  return {
    unknownArguments: choiceOf(options, 'unknownArguments'),
    globalParameters: globalParametersOf(options),
    isDescribed: habit(options, 'discovery') !== false,
    responses: responsePolicyOf(options, logger),
    permissions: recorder === undefined ? permissions : recordPermissions(permissions, recorder),
    user: callerOf(options),
    internalError: recorder === undefined ? report : recordFailures(report, recorder),
    observer: createObserver(hooks, logger),
    serverTiming: options.serverTiming === true,
    onAllowFailure: (error, { definition: { handler } }) =>
      reportError(logger, because(`The permission or a guard of ${handler} threw.`, error), 'warn'),
    outgoing: outgoingOf(options, index === undefined ? undefined : `${prefix}${index}/`),
    makeError: makeErrorOf(options, words),
    completeHead: completeHead(
      links,
      choiceOf(options, 'headers') === 'neutral' ? linkNeutralPages : linkPages,
    ),
    links,
  };
}

/** A difference is an error in development, and only a warning in production. */
function responsePolicyOf(options: RestModuleOptions, logger: Logger): ResponsePolicy {
  const isProduction = process.env['NODE_ENV'] === 'production';
  return {
    byDefault: choiceOf(options, 'responses'),
    onDifference: isProduction
      ? reportDifferences((text) => logger.warn(logText(text)))
      : rejectDifferences,
  };
}
