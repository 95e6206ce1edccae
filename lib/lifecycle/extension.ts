import type { StreamableFile } from '@nestjs/common';
import type { Endpoint, NeededStep, Step } from './endpoint.js';
import type { Exchange } from './messages/exchange.js';
import type { Reply } from './messages/reply.js';
import type { RequestContext } from './request-context.js';
import { whenReady, type Awaitable } from '../shared/promises.js';

/**
 * The steps of a feature, each at a place with a name. `lifecycle.ts` states the order of the places, because the order
 * of checks is security; within a place, the order is that of the list of features. Steps of routes are made once for
 * each route; a route that does not need one gets `undefined`, and pays nothing.
 *
 * @example
 * const slowDown: Extension = { afterCaller: ({ definition }) => delayOf(definition) };
 */
export interface Extension {
  /** Before the guards: what they must find in the request. */
  readonly beforeGuards?: (endpoint: Endpoint) => Step | undefined;
  /** After the guards, with the caller, before anything is read for arguments. */
  readonly afterCaller?: (endpoint: Endpoint) => Step | undefined;
  /** The parameters that all routes have by this feature. */
  readonly parameters?: ParametersOfAll;
  /** Around the interceptors and the method, after the permission. The first extension of the list is the outermost. */
  readonly around?: (endpoint: Endpoint, perform: Step) => Step;
  /** Completes the body that a method has made, before it is sent, stored or changed. */
  readonly onMade?: OnMade;
  /** A body that is a stream, before its first byte. */
  readonly onStream?: OnStream;
  /** Changes the data of a reply. */
  readonly onData?: NeededStep;
  /** Changes the whole reply, last. */
  readonly onReply?: NeededStep;
  /** Changes the whole reply of an error without the steps of a route: none was found, or a guard has rejected. */
  readonly onRejection?: OnRejection;
  /** Whether a request of a client makes sub-requests: a shutdown waits for it. */
  readonly makesRequests?: (context: RequestContext) => boolean;
}

/** A parameter of all routes, such as `_fields`. */
interface ParametersOfAll {
  /** Rejects a value before anything runs; not called for a request without such parameters. */
  readonly check: Step;
  /** Whether the body has the parameter. The core sees itself whether the query may have it. */
  readonly isInBody: (context: RequestContext) => boolean;
}

/**
 * Completes a reply that a method has made.
 *
 * @param exchange Absent if the reply is stored, so that nothing of one request may be in it.
 */
export type OnMade = (reply: Reply, exchange: Exchange | undefined) => Reply;

/** Returns the reply that is sent. The caller is not known, and no more of the request than the exchange. */
type OnRejection = (reply: Reply, exchange: Exchange) => Reply;

/**
 * Receives the stream of a reply. It may complete the headers, or return a reply in its place: with another stream, or
 * without one.
 */
type OnStream = (
  stream: StreamableFile,
  reply: Reply,
  context: RequestContext,
) => Awaitable<Reply | void>;

/** The extensions of an application, joined once at startup. */
export interface Extensions {
  readonly beforeGuards: readonly MakeStep[];
  readonly afterCaller: readonly MakeStep[];
  readonly parameterChecks: readonly Step[];
  readonly isInBody: (context: RequestContext) => boolean;
  readonly around: (endpoint: Endpoint, perform: Step) => Step;
  readonly onMade: OnMade;
  /** Returns the reply that is sent. */
  readonly onStream: (reply: Reply, context: RequestContext) => Awaitable<Reply>;
  readonly replySteps: readonly NeededStep[];
  readonly onRejection: OnRejection;
  /** Absent if no request makes sub-requests. */
  readonly makesRequests: ((context: RequestContext) => boolean) | undefined;
}

type MakeStep = (endpoint: Endpoint) => Step | undefined;

/** Joins extensions in the order of their list. */
export function joinExtensions(all: readonly Extension[]): Extensions {
  const each = <Name extends keyof Extension>(name: Name): NonNullable<Extension[Name]>[] =>
    all.flatMap((one) => one[name] ?? []);
  const parameters = each('parameters');
  const inBody = parameters.map(({ isInBody }) => isInBody);
  const around = each('around').toReversed();
  const made = each('onMade');
  const streams = each('onStream');
  const rejections = each('onRejection');
  const requesting = each('makesRequests');
  return {
    beforeGuards: each('beforeGuards'),
    afterCaller: each('afterCaller'),
    parameterChecks: parameters.map(({ check }) => check),
    isInBody: anyOf(inBody) ?? (() => false),
    around: (endpoint, perform) =>
      around.reduce((wrapped, wrap) => wrap(endpoint, wrapped), perform),
    onMade: joinMade(made),
    onStream: (reply, context) => passStream(streams, reply, context),
    replySteps: [...each('onData'), ...each('onReply')],
    onRejection: (reply, exchange) =>
      rejections.reduce((current, change) => change(current, exchange), reply),
    makesRequests: anyOf(requesting),
  };
}

type Condition = (context: RequestContext) => boolean;

/** Most applications have one feature with each condition, which is then called directly. */
function anyOf(conditions: readonly Condition[]): Condition | undefined {
  if (conditions.length < 2) return conditions[0];
  return (context) => conditions.some((holds) => holds(context));
}

function passStream(
  receivers: readonly OnStream[],
  reply: Reply,
  context: RequestContext,
): Awaitable<Reply> {
  const [receive, ...others] = receivers;
  const { stream } = reply.body;
  if (receive === undefined || stream === undefined) return reply;
  return whenReady(receive(stream, reply, context), (next) =>
    passStream(others, next ?? reply, context),
  );
}

function joinMade(all: readonly OnMade[]): OnMade {
  const [first = (reply) => reply, ...others] = all;
  if (others.length === 0) return first;
  return (reply, exchange) =>
    others.reduce((made, next) => next(made, exchange), first(reply, exchange));
}
