import type { RouteDefinition, RouteDetails } from '../model/definition/route-definition.js';
import type { AnswerDefaults } from './responses/route-response.js';
import type { Call } from './request-context.js';
import type { ListedArguments } from './discovery/describe-group.js';
import type { Outcome } from './step.js';

/** What a route needs of the container around it. What is absent costs nothing. */
export interface EndpointPorts {
  /** The guards of the route; throws where one refuses. */
  readonly guard?: (call: Call) => Promise<void>;
  /** The interceptors of the route around the method. */
  readonly intercept?: (call: Call, method: () => Promise<unknown>) => Promise<unknown>;
  /** The exception filters of the user; whether one has answered. */
  readonly catchError?: (error: unknown, call: Call) => Promise<boolean>;
  /** Fills the parameters that carry decorators of the container's own. */
  readonly fill?: (call: Call, values: unknown[]) => Promise<void>;
  /** The value classes' own validators, where they have more to say than the schema. */
  readonly validate?: (call: Call) => Promise<Outcome>;
  /** The controller, created by the first call. */
  readonly instance: (call: Call) => object | Promise<object>;
  /** A service by its class. */
  readonly service: (type: unknown, call: Call) => unknown;
}

/**
 * What becomes of a body in a format that the library does not read: it is left to the method, or it is
 * refused, at once or after Nest has filled the parameters that may read it.
 */
export type UnreadBody = 'ignore' | 'refuse' | 'refuse-late';

/** What answering a call takes. */
export interface EndpointDetails extends RouteDetails {
  readonly ports: EndpointPorts;
  readonly answerDefaults: AnswerDefaults;
  /** The method itself answers through the adapter's response. */
  readonly isAnsweredByMethod: boolean;
  readonly unreadBody: UnreadBody;
}

/** A route that is served: its definition, and the container's side of it. */
export interface Endpoint extends RouteDefinition, EndpointDetails {
  /** The class of the controller. */
  readonly controller: unknown;
  /** What OPTIONS lists in place of the arguments that are bound. */
  readonly listedArguments?: ListedArguments;
}
