import { channel } from 'node:diagnostics_channel';
import type { Endpoint, ReplyStep, Step } from '../../lifecycle/endpoint.js';
import type { Exchange } from '../../lifecycle/messages/exchange.js';
import type { Reply } from '../../lifecycle/messages/reply.js';
import type { RouteEvent } from '../../lifecycle/responses/events.js';
import { addApplied } from '../../lifecycle/responses/written-headers.js';
import type { Feature } from '../../nest/composition/feature.js';
import type { StartupParts } from '../../nest/composition/startup-check.js';
import { deprecatedOf } from '../../routes/route-description.js';
import type { Route } from '../../routes/route.js';
import { datesOf, type DeprecationHeaders, type StatedDates } from './stated-dates.js';

/** `Deprecation` and `Sunset` of routes whose `@deprecated` states dates. @see RFC 9745, RFC 8594 */
export const deprecation: Feature = {
  name: 'deprecation',
  extension: ({ entries, parameters }) => {
    if (!entries.some(({ route }) => statedBy(route)?.headers !== undefined)) return undefined;
    const deprecated = new Map<Endpoint, DeprecationHeaders>();
    const envelope = { when: 'parameters', step: envelopedStep(deprecated) } as const;
    return {
      beforeGuards: (endpoint) => {
        const headers = statedBy(endpoint.definition)?.headers;
        if (headers === undefined) return undefined;
        deprecated.set(endpoint, headers);
        return deprecationStep(headers);
      },
      afterCaller: ({ definition }) =>
        statedBy(definition)?.headers === undefined ? undefined : publishStep,
      ...(parameters.has('_envelope') ? { onReply: envelope, onRejection: withApplied } : {}),
    };
  },
  checks: () => [{ warns: warnUnreadable }],
};

function statedBy(route: Route): StatedDates | undefined {
  const text = deprecatedOf(route);
  return typeof text === 'string' ? datesOf(text) : undefined;
}

/**
 * Sets the headers on the adapter's response, before anything can reject the request: every response has them, also that
 * of a guard, of an exception filter, and of a method that sends it itself. Each of them may replace them.
 */
function deprecationStep({ deprecation: since, sunset }: DeprecationHeaders): Step {
  return ({ exchange }) => {
    exchange.applyDefault('Deprecation', since);
    if (sunset !== undefined) exchange.applyDefault('Sunset', sunset);
  };
}

const callEvents = channel('nestjs-rest-routes:deprecated');

/** Publishes a request that the guards have admitted: a subscriber finds the caller where guards and middleware keep it. */
const publishStep: Step = ({ exchange, method, endpoint: { definition, pattern } }) => {
  if (!callEvents.hasSubscribers) return;
  const route = `${exchange.prefix}${pattern.template}`;
  const event: RouteEvent = { route, method, handler: definition.handler };
  callEvents.publish(Object.freeze(event));
};

/** An envelope contains the headers of the reply only, and not those of the adapter's response. */
function envelopedStep(deprecated: ReadonlyMap<Endpoint, DeprecationHeaders>): ReplyStep {
  return ({ headers }, { endpoint, query }) => {
    const own = deprecated.get(endpoint);
    if (own === undefined || !Object.hasOwn(query, '_envelope')) return;
    for (const [name, value] of Object.entries(own)) headers[name] ??= value;
  };
}

/** The same for a request that a guard has rejected: of its route, only the headers on the adapter's response are known. */
function withApplied(reply: Reply, exchange: Exchange): Reply {
  addApplied(reply.headers, exchange, ['deprecation', 'sunset']);
  return reply;
}

const NOTATION = '@deprecated 2026-01-01 sunset 2027-01-01 Use /v2/items.';

/** Warns once of all routes whose `@deprecated` has a date that no header states. */
function warnUnreadable({ routes }: Pick<StartupParts, 'routes'>): string | undefined {
  const unreadable = [...routes.keys()].flatMap((route) => {
    const problem = statedBy(route)?.problem;
    if (problem === undefined) return [];
    const { handler, methods, pattern } = route;
    const text = JSON.stringify(deprecatedOf(route));
    return [`${handler} (${methods.join(', ')} ${pattern.template}): ${problem}: ${text}`];
  });
  if (unreadable.length === 0) return undefined;
  return `Responses of deprecated routes have no Deprecation header, because no date could be read. Write the date first, with or without a sunset: "${NOTATION}" ${unreadable.join('; ')}.`;
}
