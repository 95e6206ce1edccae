import { validateHeaderName, validateHeaderValue } from 'node:http';
import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import { NullRecord } from '../../shared/null-record.js';
import { appendLink } from './append-link.js';
import { pagingHeaders, type Paging } from './paging.js';

/** Headers of a response, names in lower case; several values make several lines. */
export type ResponseHeaders = Record<string, string | string[]>;

/**
 * A response with a status and headers of its own.
 *
 * @example
 * return new RestResponse(item, 201).header('Location', `/items/${item.id}`);
 *
 * @param data What becomes the JSON body; `undefined` leaves the body empty.
 * @param status 200 to 599; 200 by default.
 * @param headers Further headers by name.
 * @throws InvalidArgumentException on a status or a header that HTTP does not allow.
 * @see WordPress's `WP_REST_Response`.
 */
export class RestResponse<T = unknown> {
  readonly #headers: ResponseHeaders = new NullRecord<string | string[]>();

  constructor(
    readonly data: T,
    readonly status = 200,
    headers: Readonly<Record<string, string>> = {},
  ) {
    if (!Number.isInteger(status) || status < 200 || status > 599) {
      throw new InvalidArgumentException(
        `RestResponse: the status must be from 200 to 599, not ${String(status)}.`,
      );
    }
    for (const [name, value] of Object.entries(headers)) this.header(name, value);
  }

  /** The headers, names in lower case. */
  get headers(): Readonly<ResponseHeaders> {
    return this.#headers;
  }

  /** Sets a header; a second call of the same name replaces the first. */
  header(name: string, value: string): this {
    const key = checkedName(name, value);
    this.#headers[key] = value;
    return this;
  }

  /**
   * Adds a link to another resource.
   *
   * @example
   * new RestResponse(items).link('next', 'https://example.com/items?page=2');
   * @see RFC 8288
   */
  link(rel: string, href: string): this {
    const value = `<${href}>; rel="${rel}"`;
    const key = checkedName('link', value);
    this.#headers[key] = appendLink(this.#headers[key], value);
    return this;
  }

  /**
   * Adds the headers of a page: `X-WP-Total`, `X-WP-TotalPages`, and links to the previous and the next page
   * that keep all other parameters of the request.
   *
   * @example
   * return new RestResponse(items).paged({ total, page, perPage: per_page });
   *
   * @param paging `argument` names the argument that selects a page; `page` by default.
   * @throws InvalidArgumentException on a number that is not whole, a negative total, or a page or a
   *   `perPage` below 1.
   * @see WordPress's collections.
   */
  paged(paging: Paging): this {
    const { total, page, perPage, argument = 'page' } = paging;
    if (!isWhole(total, 0) || !isWhole(page, 1) || !isWhole(perPage, 1) || /\s/.test(argument)) {
      throw new InvalidArgumentException(
        `RestResponse: { total, page, perPage } are whole numbers from 0, 1 and 1, not ${JSON.stringify(paging)}.`,
      );
    }
    Object.assign(this.#headers, pagingHeaders(paging));
    return this;
  }
}

function isWhole(value: number, least: number): boolean {
  return Number.isSafeInteger(value) && value >= least;
}

/** Rejects a bad header early, before a line break in a value could become a header of its own. */
function checkedName(name: string, value: string): string {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InvalidArgumentException(`RestResponse: ${reason}.`);
  }
  return name.toLowerCase();
}
