import { Injectable } from '@nestjs/common';
import type { InProcessDispatcher } from '../../pipeline/in-process/in-process-dispatcher.js';
import {
  InProcessExchange,
  type InProcessCaller,
  type InProcessRequest,
} from '../../pipeline/in-process/in-process-exchange.js';
import type { PreparedRequest } from '../../pipeline/in-process/in-process-dispatcher.js';
import { makeInProcessSide } from '../../platform/in-process/in-process-side.js';

/** The routes of the application for requests inside of the process; open once the routes are known. */
@Injectable()
export class InProcessRoutes {
  #dispatcher: InProcessDispatcher | undefined;

  open(dispatcher: InProcessDispatcher): void {
    this.#dispatcher = dispatcher;
  }

  /** Matches a request. */
  prepare(request: InProcessRequest, caller: InProcessCaller): PreparedRequest {
    if (this.#dispatcher === undefined) throw new RangeError('The routes are not served yet.');
    return this.#dispatcher.prepare(new InProcessExchange(request, caller, makeInProcessSide));
  }
}
