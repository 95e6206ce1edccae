import type { MakeError } from '../messages/reply.js';
import type { Hold } from '../steps/hold.step.js';
import type { FindTarget, Prepare } from './in-process-dispatcher.js';
import type { Enter, FindEntrance } from './marks.js';

/** Makes requests of the application itself: for batches, `_embed`, links, tools and `RestDispatcher`. */
export interface SubRequester {
  /** A request below the adapter. */
  readonly prepare: Prepare;
  /** Finds the route of such a request, and does not run it. */
  readonly findTarget: FindTarget;
  /** How a request within another one enters the adapter, if it does. */
  readonly findEntrance: FindEntrance;
  /** Makes a request through the adapter. Absent in an application without one. */
  readonly enter: Enter | undefined;
  /** Lets a shutdown wait for requests that go on. */
  readonly hold: Hold;
  readonly makeError: MakeError;
}
