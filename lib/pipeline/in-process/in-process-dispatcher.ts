import type { RestException } from '../../diagnostics/rest.exception.js';
import { translateError } from '../../diagnostics/translate-error.js';
import { memoize } from '../../shared/memoize.js';
import { matchContext, type DispatcherParts } from '../dispatcher.js';
import type { Endpoint } from '../endpoint.js';
import type { Finish } from '../finish.js';
import { splitStepsOf, type LifecycleContext, type SplitSteps } from '../lifecycle.js';
import type { LinkSettings } from '../links/link-settings.js';
import { resolveKeptLinks } from '../links/resolve-links.js';
import type { Outgoing } from '../outgoing/outgoing.js';
import { createAllow, type Allow } from '../permissions/allow.js';
import { RequestContext } from '../request-context.js';
import {
  respondWithChecks,
  respondWithSteps,
  type Dispatched,
  type ResponseParts,
} from '../respond.js';
import { keptResponse, responseOfError } from '../responses/route-response.js';
import { describeStepsOf } from '../steps/describe.step.js';
import { linkPages } from '../responses/paging.js';
import { whenReady, type Awaitable } from '../../shared/when-ready.js';
import { InProcessExchange } from './in-process-exchange.js';

/**
 * Responds to requests that are made inside of the process, through the whole lifecycle. The responses have
 * the headers of their routes, not those that every response over HTTP has.
 */
export interface InProcessDispatcher {
  /** Matches a request, once: what is checked is what is executed. */
  prepare(exchange: InProcessExchange): PreparedRequest;
}

/** A matched in-process request. */
export interface PreparedRequest {
  /** `undefined` where no route was found. */
  readonly context: RequestContext | undefined;
  /** Runs the whole lifecycle. */
  respond(): Awaitable<Dispatched>;
  /** Runs the checks; returns the response where the request ends with them. */
  check(): Awaitable<Dispatched>;
  /** Runs what comes after the checks. */
  execute(): Awaitable<Dispatched>;
}

/** In process, the headers of every response over HTTP are left out. */
const NO_OUTGOING: Outgoing = { complete: (response) => response, prepare: () => undefined };

export function createInProcessDispatcher(parts: DispatcherParts): InProcessDispatcher {
  const { permissions, onAllowFailure, internalError, links } = parts;
  const finish = finishInProcess(createAllow(permissions, onAllowFailure), links);
  const responses: ResponseParts = {
    make: keptResponse,
    finish,
    outgoing: NO_OUTGOING,
    internalError,
  };
  const lifecycle: LifecycleContext = { ...parts, user: userOf };
  const steps = memoize((endpoint: Endpoint) => splitStepsOf(endpoint, lifecycle));
  const describing = memoize((group: RequestContext['group']) => ({
    checks: [],
    execution: describeStepsOf(group, { user: userOf, onAllowFailure }),
  }));
  return {
    prepare(exchange) {
      const matched = matchContext(exchange, parts.table);
      if (!(matched instanceof RequestContext)) return rejected(matched, parts);
      exchange.exposeParams(matched.params);
      const split =
        matched.method === 'OPTIONS' ? describing(matched.group) : steps(matched.endpoint);
      return new MatchedRequest(matched, split, responses);
    },
  };
}

/** `Allow` and the links of a page; global parameters that shape the response are those of the outer request. */
function finishInProcess(allow: Allow, links: LinkSettings): Finish {
  return (response, context) => {
    if (!context.isAdmitted) return response;
    return whenReady(allow(context, response), (methods) => {
      response.headers['allow'] ??= methods;
      linkPages(response, context);
      return resolveKeptLinks(response, context.exchange, links);
    });
  };
}

/** The caller of an in-process request is known. */
function userOf({ exchange }: RequestContext): unknown {
  return exchange instanceof InProcessExchange ? exchange.user : undefined;
}

function rejected(error: RestException, { internalError }: DispatcherParts): PreparedRequest {
  const known = translateError(error) ?? internalError(error, undefined);
  const respond = (): Dispatched => responseOfError(known, keptResponse);
  return { context: undefined, respond, check: respond, execute: respond };
}

class MatchedRequest implements PreparedRequest {
  constructor(
    readonly context: RequestContext,
    private readonly steps: SplitSteps,
    private readonly parts: ResponseParts,
  ) {}

  respond(): Awaitable<Dispatched> {
    const { checks, execution } = this.steps;
    return respondWithSteps(this.context, [...checks, ...execution], this.parts);
  }

  check(): Awaitable<Dispatched> {
    return respondWithChecks(this.context, this.steps.checks, this.parts);
  }

  execute(): Awaitable<Dispatched> {
    return respondWithSteps(this.context, this.steps.execution, this.parts);
  }
}
