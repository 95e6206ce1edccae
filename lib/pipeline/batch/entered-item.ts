import { httpError } from '../../diagnostics/http-error-catalogue.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import type { Exchange } from '../exchange.js';
import { PASSED } from '../respond.js';
import type { MakeError, Reply } from '../responses/reply.js';
import { readForeign } from '../sub-requests/foreign-response.js';
import {
  noResponseError,
  SubRequestMark,
  type Enter,
  type ResponseBudget,
  type SubRequest,
} from '../sub-requests/sub-requests.js';
import type { BatchedRequest } from './run-batch.js';

/** What the requests of one batch share. */
export interface EnteredParts {
  readonly enter: Enter;
  readonly outer: Exchange;
  readonly budget: ResponseBudget;
  readonly makeError: MakeError;
}

/**
 * A request of a batch that enters through the adapter. It waits at its gate, between its checks and its
 * execution, if the batch asks for its checks first.
 */
export class EnteredItem implements BatchedRequest {
  #open: ((rejection?: RestException) => void) | undefined;
  #response: Promise<Reply> | undefined;

  constructor(
    private readonly request: SubRequest,
    private readonly parts: EnteredParts,
  ) {}

  respond(): Promise<Reply> {
    return this.#send(undefined);
  }

  check(): Promise<Reply | typeof PASSED> {
    return new Promise((resolve) => {
      const passed = new Promise<RestException | undefined>((open) => {
        this.#open = open;
      });
      this.#response = this.#send(() => {
        resolve(PASSED);
        return passed;
      });
      void this.#response.then(resolve);
    });
  }

  execute(): Promise<Reply> {
    this.#open?.();
    return this.#response ?? this.respond();
  }

  async abandon(): Promise<void> {
    this.#open?.(httpError('rest_batch_not_executed'));
    await this.#response;
  }

  async #send(gate: (() => Promise<RestException | undefined>) | undefined): Promise<Reply> {
    const { enter, outer, budget, makeError } = this.parts;
    if (budget.isBlocked) return makeError(noResponseError('blocked', budget));
    const mark = new SubRequestMark(true, gate, budget);
    const received = await enter(this.request, { outer, mark });
    return typeof received === 'string'
      ? makeError(noResponseError(received, budget))
      : readForeign(received, makeError, this.request.path);
  }
}
