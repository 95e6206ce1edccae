import { HttpException } from '@nestjs/common';
import { InvalidArgumentException } from './invalid-argument.exception.js';

/** What a `RestException` adds to `data`, which has the status already. */
export type ErrorData = Readonly<Record<string, unknown>> & { readonly status?: never };

/** The body of every error response of a route. */
export interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly data: { readonly status: number } & Readonly<Record<string, unknown>>;
}

const MINIMUM_STATUS = 400;
const MAXIMUM_STATUS = 599;

/**
 * Ends a request with an error of the application.
 *
 * @example
 * throw new RestException('item_locked', 'The item is locked.', 409, { by: 'ada' });
 * // 409 { "code": "item_locked", "message": "The item is locked.", "data": { "status": 409, "by": "ada" } }
 *
 * @param code The code that clients compare; not empty.
 * @param message A sentence for people.
 * @param status The HTTP status, 400 to 599.
 * @param data More details for clients; `status` is added to them.
 * @throws InvalidArgumentException when the code is empty, the status is not an error, or `data` has a `status`.
 * @see WordPress's `WP_Error`, as its REST server sends it.
 */
export class RestException extends HttpException {
  readonly code: string;
  readonly data: ErrorData;

  constructor(code: string, message: string, status: number, data: ErrorData = {}) {
    assertException(code, status, data);
    super({ code, message, data: { status, ...data } } satisfies ErrorBody, status);
    this.message = message;
    this.name = 'RestException';
    this.code = code;
    this.data = data;
  }

  /** The body that the client reads. */
  toBody(): ErrorBody {
    return {
      code: this.code,
      message: this.message,
      data: { status: this.getStatus(), ...this.data },
    };
  }
}

function assertException(code: string, status: number, data: object): void {
  if (typeof code !== 'string' || code === '') {
    throw new InvalidArgumentException('RestException: the code must not be empty.');
  }
  if (!Number.isInteger(status) || status < MINIMUM_STATUS || status > MAXIMUM_STATUS) {
    throw new InvalidArgumentException(
      `RestException "${code}": the status must be from 400 to 599, not ${String(status)}.`,
    );
  }
  if (Object.hasOwn(data, 'status')) {
    throw new InvalidArgumentException(
      `RestException "${code}": leave "status" out of the data; it is added from the third argument.`,
    );
  }
}
