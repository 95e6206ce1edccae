import type { RouteDefinition } from './route.js';

/** The token of a recorder; an application has none, a test may. */
export const REST_RECORDER = Symbol.for('nestjs-rest-routes.recorder');

/** Records the internal data that a test reads. */
export interface Recorder {
  permissionAsked(route: Pick<RouteDefinition, 'handler' | 'permission'>, isAllowed: boolean): void;
  /** A controller, or a service that is created on first use. */
  created(name: string): void;
  /**
   * An error that was not meant for the client; the client gets a 500.
   *
   * @param headers Those of the request; `undefined` if the error belongs to no request of a route.
   */
  failed(error: unknown, headers: Readonly<Record<string, unknown>> | undefined): void;
}
