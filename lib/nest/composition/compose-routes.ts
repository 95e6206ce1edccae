import type { HttpServer } from '@nestjs/common';
import { DeclarationException } from '../../diagnostics/rest.exception.js';
import { NO_ADAPTER } from '../../platform/sub-requests/in-process.js';
import type { Words } from '../../lifecycle/responses/words.js';
import type { Served } from '../../platform/served.js';
import { Enhancers } from '../enhancers/enhancers.js';
import type { ExploredApplication } from '../exploration/explore-application.js';
import {
  choiceOf,
  originOf,
  errorConverterOf,
  uniformInterceptorsOf,
  wordsOf,
} from '../options/settings.js';
import { PlainHandlers } from '../plain/plain-handlers.js';
import { LibraryEnhancers } from '../plain/library-enhancers.js';
import { checkInterceptors } from '../plain/varying-interceptors.js';
import type { ReadyRoutes } from '../rest-dispatcher.js';
import { composeOptions } from './compose-options.js';
import { composeRequests, composeServed, type ComposedRequests } from './compose-served.js';
import { composeTable } from './compose-table.js';
import type { CompositionContext } from './composition-context.js';
import { createHandlerEntry } from './create-entries.js';
import { mergeObjects } from '../../shared/records.js';

/** Composes the objects that serve the routes of an application, each of those before it. */
export async function composeRoutes(
  explored: ExploredApplication,
  context: CompositionContext,
): Promise<{ readonly served: Served; readonly ready: ReadyRoutes }> {
  rejectVarying(explored, context);
  const words = wordsOf(context.registry.options);
  const enhancers = createEnhancers(context, words);
  startPlainHandlers(explored, context, enhancers);
  // A batch is a route itself, whose requests need the table.
  const table = composeTable(explored, context, enhancers, () => requests);
  const options = await composeOptions(explored, { ...context, words }, table, enhancers);
  const requests: ComposedRequests = composeRequests(options, table, context);
  const { prepare, enter } = requests;
  const { subRequests } = context;
  const origin = originOf(context.registry.options);
  return {
    served: composeServed(table, requests, context),
    ready: {
      prepare,
      prefix: table.prefix,
      origin,
      calls: enter && mergeObjects(options, { enter, entries: table.entries, subRequests }),
    },
  };
}

/** @throws DeclarationException if a response that all callers share may be changed for one of them. */
function rejectVarying(
  { routes }: ExploredApplication,
  { config, registry: { instances, options } }: CompositionContext,
): void {
  const uniform = uniformInterceptorsOf(options);
  const diagnostics = checkInterceptors(routes, { config, instances, uniform });
  if (diagnostics.length > 0) throw new DeclarationException(diagnostics);
}

function createEnhancers(
  { nest, config, registry, adapter }: CompositionContext,
  words: Words | undefined,
): Enhancers {
  return new Enhancers(
    registry.modules,
    config,
    adapter ?? (NO_ADAPTER as unknown as HttpServer),
    registry.instances,
    nest.get(LibraryEnhancers),
    choiceOf(registry.options, 'errors') === 'nest',
    errorConverterOf(registry.options, words),
  );
}

/** The handlers of plain controllers can be reached over HTTP only. */
function startPlainHandlers(
  { handlers }: ExploredApplication,
  { nest, registry, adapter }: CompositionContext,
  enhancers: Enhancers,
): void {
  if (adapter === undefined) return;
  nest
    .get(PlainHandlers)
    .start(handlers, (handler, route) =>
      createHandlerEntry(handler, route, enhancers, registry.instances),
    );
}
