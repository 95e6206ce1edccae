import { httpError, isRefusal } from '../errors/http-errors.js';
import type { RestException } from '../errors/rest.exception.js';
import { translateError } from '../errors/translate-error.js';
import type { RouteTable } from '../routes/route-table.js';
import { allowOf, type AllowTrouble } from './allow.js';
import { answerOf, answerOfError, type Answer } from './answer.js';
import { Call } from './call.js';
import { describeGroup } from './describe-group.js';
import type { Endpoint } from './endpoint.js';
import type { Exchange } from './exchange.js';
import { runLifecycle, type LifecycleContext } from './lifecycle.js';

/** What answers the requests of one application. */
export interface DispatcherContext extends LifecycleContext {
  readonly table: RouteTable<Endpoint>;
  /** The answer to an error that nobody meant for the client; also writes it to the log. */
  internalError(error: unknown, call: Call | undefined): RestException;
  readonly onAllowTrouble: AllowTrouble;
}

/** Answers one request; `undefined` where a filter or the method has answered by itself. */
export type Dispatch = (exchange: Exchange) => Promise<Answer | undefined>;

export function createDispatch(context: DispatcherContext): Dispatch {
  return async (exchange) => {
    const call = matchCall(exchange, context.table);
    if (!(call instanceof Call)) return answerOfError(call);
    exchange.exposeParams(call.params);
    const answer = await answerCall(call, context);
    // Whom a guard has turned away costs no further work, so no permission is asked for Allow.
    if (answer === undefined || !call.isAdmitted) return answer;
    answer.headers['allow'] ??= await allowOf(call, context.permissions, context.onAllowTrouble);
    return answer;
  };
}

/** The first path that has the method; HEAD is GET's, and OPTIONS is every path's. */
function matchCall(exchange: Exchange, table: RouteTable<Endpoint>): Call | RestException {
  const matches = exchange.path === undefined ? undefined : table.match(exchange.path);
  if (matches === undefined) return httpError('rest_invalid_url', 'percent-encoding');
  const method = exchange.method === 'HEAD' ? 'GET' : exchange.method;
  for (const { group, params } of matches) {
    const endpoint = method === 'OPTIONS' ? group.entries[0] : group.byMethod.get(method);
    if (endpoint !== undefined) return new Call(exchange, endpoint, group, params);
  }
  return httpError('rest_no_route');
}

async function answerCall(call: Call, context: DispatcherContext): Promise<Answer | undefined> {
  try {
    return call.exchange.method === 'OPTIONS'
      ? await answerOptions(call, context)
      : await runLifecycle(call, context);
  } catch (error) {
    return answerFailure(error, call, context);
  }
}

async function answerOptions(call: Call, context: DispatcherContext): Promise<Answer> {
  call.isAdmitted = true;
  call.user = await context.user(call);
  return answerOf(describeGroup(call.group), { status: undefined, headers: {} });
}

/** A filter of the user goes first, but not over what the layer itself refuses. */
async function answerFailure(
  error: unknown,
  call: Call,
  context: DispatcherContext,
): Promise<Answer | undefined> {
  const { catchError } = call.endpoint.ports;
  if (catchError !== undefined && !isRefusal(error)) {
    try {
      if (await catchError(error, call)) return undefined;
    } catch (failure) {
      return answerOfError(context.internalError(failure, call));
    }
  }
  return answerOfError(translateError(error) ?? context.internalError(error, call));
}
