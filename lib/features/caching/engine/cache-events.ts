import { channel } from 'node:diagnostics_channel';

/** An operation of the cache store, on the channel `nestjs-rest-routes:store`. */
export interface StoreEvent {
  readonly operation: 'get' | 'set' | 'delete';
  /** In milliseconds. */
  readonly duration: number;
  /** False if the store has failed, or did not respond in time. */
  readonly isDone: boolean;
}

/** A response that was not in the cache, on the channel `nestjs-rest-routes:flight`. */
export interface FlightEvent {
  /** Method and pattern of the route. */
  readonly route: string;
  /**
   * `called`: this process has called the method. `joined`: the request has waited for a call of this process.
   * `renewed`: this process has called the method in the background, for a stale response.
   */
  readonly kind: 'called' | 'joined' | 'renewed';
  /** In milliseconds. */
  readonly duration: number;
}

/** A purge, on the channel `nestjs-rest-routes:purge`. */
export interface PurgeEvent {
  /** In milliseconds, until the store has the purge. */
  readonly duration: number;
  /** False if the store is unavailable. */
  readonly isDone: boolean;
}

export const storeEvents = channel('nestjs-rest-routes:store');

const flightEvents = channel('nestjs-rest-routes:flight');

export const purgeEvents = channel('nestjs-rest-routes:purge');

/** @param since From `performance.now()`; `undefined` if nothing listened then. */
export function publishStoreEvent(
  operation: StoreEvent['operation'],
  since: number | undefined,
  isDone: boolean,
): void {
  if (since === undefined) return;
  const event: StoreEvent = { operation, duration: performance.now() - since, isDone };
  storeEvents.publish(Object.freeze(event));
}

/** @param since From `performance.now()`. */
export function publishFlightEvent(route: string, kind: FlightEvent['kind'], since: number): void {
  if (!flightEvents.hasSubscribers) return;
  const event: FlightEvent = { route, kind, duration: performance.now() - since };
  flightEvents.publish(Object.freeze(event));
}
