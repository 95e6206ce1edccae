import { tooLarge } from '../../diagnostics/http-error-catalogue.js';

/** How many bytes may still come. */
export class ByteBudget {
  readonly #limit: number;
  #left: number;

  constructor(limit: number) {
    this.#limit = limit;
    this.#left = limit;
  }

  /** @throws RestException, 413, beyond the limit. */
  spend(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw tooLarge(this.#limit, 'what is no file in it');
  }
}
