import { joinPresetHeaders } from '../outgoing/join-preset-headers.js';
import type { Outgoing } from '../outgoing/outgoing.js';
import type { RouteResponse } from '../responses/route-response.js';
import { InProcessExchange } from './in-process-exchange.js';

/**
 * In process, responses have no headers of every response over HTTP; only those that guards, interceptors
 * and methods have set on the response join in.
 */
export const outgoingInProcess: Outgoing = {
  complete(response, exchange, context) {
    if (exchange instanceof InProcessExchange && exchange.hasSide) {
      joinPresetHeaders(response, exchange, context);
      addPresetHeaders(response, exchange);
    }
    return response;
  },
  prepare: () => undefined,
};

function addPresetHeaders({ headers }: RouteResponse, exchange: InProcessExchange): void {
  for (const name of Object.keys(exchange.presetHeaders())) {
    const value =
      name === 'set-cookie' ? [...exchange.presetCookies()] : exchange.presetHeader(name);
    if (value !== undefined) headers[name] ??= value;
  }
}
