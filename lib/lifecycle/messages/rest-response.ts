import { validateHeaderName, validateHeaderValue } from 'node:http';
import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import { isThenable } from '../../shared/promises.js';
import { brand } from '../../shared/brand.js';
import { NullRecord } from '../../shared/records.js';
import { type LinkAttributes, type Links, joinLinks } from './link.js';
import type { HeaderLine } from '../../shared/header-names.js';
import type { int } from '../../types/int.js';

/**
 * The arguments of a list that select a page, for `@Arguments()` and `RestResponse.paged`. Declare an interface of your
 * own if a list has other limits.
 *
 * @example
 * list(@Arguments() paging: Paging): RestResponse<Book[]> {
 *   const { items, total } = this.books.page(paging);
 *   return new RestResponse(items).paged(total, paging);
 * }
 */
export interface Paging {
  /**
   * The number of the page; the first is 1.
   *
   * @default 1
   * @minimum 1
   */
  readonly page: int;
  /**
   * The number of items on a page.
   *
   * @default 10
   * @minimum 1
   * @maximum 100
   */
  readonly per_page: int;
}

/** The page that a response has. */
export interface PageMark {
  readonly page: number;
  /** The argument that selects a page. */
  readonly argument: string;
}

/** Headers of a response, names in lower case; several values make several lines. */
export type ResponseHeaders = Record<string, string | string[]>;

/** The name of a parameter of a header. @see RFC 9110, 5.6.2 */
const TOKEN = /^[\w!#$&+.^`|~-]+$/;

/** The status may be left out if the type allows 200. */
type StatusAndHeaders<Status extends number> = [200] extends [Status]
  ? [status?: Status, headers?: Readonly<Record<string, string>>]
  : [status: Status, headers?: Readonly<Record<string, string>>];

/**
 * A response with its own status and headers. API documents show the status in the return type of a method, and the
 * type system enforces it.
 *
 * @example
 * create(title: string): RestResponse<Item, 201> {
 *   const item = this.items.create(title);
 *   return new RestResponse(item, 201).header('Location', `/items/${item.id}`);
 * }
 *
 * @param data The data of the JSON body; `undefined` leaves the body empty.
 * @param status 200 to 599; by default that of `@HttpCode`, or the one that the method or an interceptor has set on the
 * adapter's response, else 200.
 * @param headers Further headers by name.
 * @throws InvalidArgumentException on a status or a header that HTTP does not allow.
 * @see WordPress's `WP_REST_Response`.
 */
export class RestResponse<T = unknown, Status extends number = number> {
  readonly #headers: ResponseHeaders = new NullRecord<string | string[]>();
  /** @internal Whether the status was given. */
  readonly hasStatus: boolean;
  /** 200 if the status was not given; `@HttpCode` and the like are not considered. */
  readonly status: Status;
  #links: Links | undefined;
  #page: PageMark | undefined;

  constructor(data: T, ...rest: StatusAndHeaders<Status>);
  constructor(
    readonly data: T,
    given?: Status,
    headers: Readonly<Record<string, string>> = {},
  ) {
    // The types require the status if it cannot be 200.
    const status = given ?? (200 as Status);
    this.hasStatus = given !== undefined;
    this.status = status;
    if (!Number.isInteger(status) || status < 200 || status > 599) {
      throw new InvalidArgumentException(
        `RestResponse: the status must be from 200 to 599, not ${String(status)}.`,
      );
    }
    for (const [name, value] of Object.entries(headers)) this.header(name, value);
  }

  /**
   * The response to a request that has created something: 201, with its URL in `Location`.
   *
   * @example
   * constructor(private readonly routes: RestRoutes) {}
   *
   * create(title: string): RestResponse<Item, 201> {
   *   const item = this.items.create(title);
   *   return RestResponse.created(item, this.routes.path(ItemsController, 'one', { id: item.id }));
   * }
   *
   * @param location For `header`: one that begins with a single `/` is relative to the API. No `Location` by default.
   * @throws InvalidArgumentException on a text that a header cannot have, such as a line break.
   * @see RFC 9110, 15.3.2
   */
  static created<T>(data: T, location?: string): RestResponse<T, 201> {
    const response = new RestResponse<T, 201>(data, 201);
    return location === undefined ? response : response.header('Location', location);
  }

  /** @internal The same response with other data. */
  static withData(response: RestResponse, data: unknown): RestResponse {
    const copy = new RestResponse(data, response.hasStatus ? response.status : undefined);
    // Copies public members only: the response may come from another copy of the library.
    Object.assign(copy.#headers, response.headers);
    copy.#links = response.links;
    copy.#page = response.page;
    return copy;
  }

  /** The headers, names in lower case. */
  get headers(): Readonly<ResponseHeaders> {
    return this.#headers;
  }

  /** The links that `link` has added; `undefined` if it was not called. */
  get links(): Links | undefined {
    return this.#links;
  }

  /** @internal Which page `paged` has stated. */
  get page(): PageMark | undefined {
    return this.#page;
  }

  /**
   * Sets a header; a second call of the same name replaces the first, except that each `Set-Cookie` is another cookie.
   * As in links, a `Location` that begins with a single `/` is relative to the API, at every status.
   *
   * @example
   * return new RestResponse(job, 202).header('Location', `/acme/v1/jobs/${job.id}`);
   *
   * @throws InvalidArgumentException on a text that a header cannot have, such as a line break.
   */
  header(name: string, value: string): this {
    const key = checkedName(name, value);
    const cookies = key === 'set-cookie' ? this.#headers[key] : undefined;
    this.#headers[key] = cookies === undefined ? value : [cookies, value].flat();
    return this;
  }

  /**
   * Adds a link to `_links` of the data, as WordPress does; a second link of the same relation is added to the
   * first. `withLinks` does it for the items of a list, `linkHeader` adds to the `Link` header.
   *
   * @example
   * new RestResponse(book).link('author', `/lib/v1/authors/${book.author}`, { embeddable: true });
   *
   * @param rel The relation: a registered name, or a URL.
   * @param href A URL; one that begins with a single `/` is relative to the API.
   * @param attributes `embeddable`, `title` and any other JSON; none by default.
   * @throws InvalidArgumentException if the data are not an object.
   * @see WordPress's `WP_REST_Response::add_link`.
   */
  link(rel: string, href: string, attributes: LinkAttributes = {}): this {
    checkLinkable(this.data);
    this.#links = joinLinks(this.#links, { [rel]: { ...attributes, href } });
    return this;
  }

  /**
   * Adds a link to the `Link` header.
   *
   * @example
   * new RestResponse(items).linkHeader('help', 'https://example.com/help', { title: 'Help' });
   *
   * @param href A URL, sent as it is written.
   * @param attributes Texts by name, such as `title`; none by default.
   * @throws InvalidArgumentException on a text that a header cannot have, such as a line break.
   * @see RFC 8288, and WordPress's `WP_REST_Response::link_header`.
   */
  linkHeader(rel: string, href: string, attributes: Readonly<Record<string, string>> = {}): this {
    const value = linkValue(href, { rel, ...attributes });
    const key = checkedName('link', value);
    this.#headers[key] = appendLink(this.#headers[key], value);
    return this;
  }

  /**
   * Adds the headers of a page: `X-WP-Total`, `X-WP-TotalPages`, and links to the previous and the next page that keep
   * all other parameters of the request; with `headers: 'neutral'`, `X-Total-Count` and links to the first and the last
   * page too.
   *
   * @example
   * list(@Arguments() paging: Paging) {
   *   return new RestResponse(items).paged(total, paging);
   * }
   *
   * @param total The number of items on all pages.
   * @param paging `per_page` may also be `perPage`. `page` below 1 is the first page, and with `per_page` below 1 all items are on one page, as with
   * WordPress's -1.
   * @param argument The argument that selects a page; `page` by default.
   * @throws InvalidArgumentException on a number that is not whole, or a negative total.
   * @see WordPress's collections; RFC 8288.
   */
  paged(
    total: number,
    paging: Paging | { readonly page: int; readonly perPage: int },
    argument = 'page',
  ): this {
    const { page } = paging;
    const per_page = 'perPage' in paging ? paging.perPage : paging.per_page;
    const isPage = Number.isSafeInteger(page) && Number.isSafeInteger(per_page);
    if (!Number.isSafeInteger(total) || total < 0 || !isPage || /\s/.test(argument)) {
      throw new InvalidArgumentException(
        `RestResponse: paged(total, { page, per_page }) has whole numbers, the first from 0, not ${JSON.stringify({ total, page, per_page, argument })}.`,
      );
    }
    this.#headers['x-wp-total'] = String(total);
    this.#headers['x-wp-totalpages'] = String(pagesOf(total, per_page));
    this.#page = { page: Math.max(page, 1), argument };
    return this;
  }
}

/**
 * The data of a response. A promise would be sent as `{}`, and a query builder together with its connection.
 *
 * @throws TypeError on a promise. It is not awaited, because that would run the query.
 */
export function settledData({ data }: RestResponse): unknown {
  if (isThenable(data)) throw new TypeError('The data of a RestResponse is a promise.');
  return data;
}
/** Whether a value is a `RestResponse`, of this copy of the library or of another copy. */
export const isRestResponse = brand(RestResponse<unknown>, 'RestResponse');

function checkLinkable(data: unknown): void {
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) return;
  const kind = Array.isArray(data) ? 'a list' : data === null ? 'null' : typeof data;
  throw new InvalidArgumentException(
    `RestResponse: link adds to _links of an object, and the data are ${kind}. Use withLinks for the items of a list, or linkHeader for the Link header.`,
  );
}

function pagesOf(total: number, perPage: number): number {
  return perPage < 1 ? Math.min(total, 1) : Math.ceil(total / perPage);
}

/** Rejects a bad header early, before a line break in a value could begin another header. */
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

/**
 * One link of a `Link` header.
 *
 * @throws InvalidArgumentException on a name of an attribute that a header cannot have.
 * @see RFC 8288, 3
 */
function linkValue(href: string, attributes: Readonly<Record<string, string>>): string {
  const parts = Object.entries(attributes).map(([name, value]) => parameter(name, value));
  return [`<${uriText(href)}>`, ...parts].join('; ');
}

function parameter(name: string, value: string): string {
  if (!TOKEN.test(name)) {
    throw new InvalidArgumentException(
      `RestResponse: ${JSON.stringify(name)} is not a name of an attribute of a link.`,
    );
  }
  // @see RFC 8187: a header cannot contain characters beyond Latin-1 in another form.
  if (name !== 'rel' && /\P{ASCII}/u.test(value)) {
    return `${name}*=UTF-8''${encodeURIComponent(value)}`;
  }
  return `${name}="${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

/** Escapes characters that would end the URL or begin another link. */
function uriText(href: string): string {
  return href.replaceAll(/[<>"\s]/g, (one) => (/[\r\n]/.test(one) ? one : encodeURIComponent(one)));
}

export function appendLink(others: string | string[] | undefined, link: string): string {
  return others === undefined ? link : `${[others].flat().join(', ')}, ${link}`;
}

export function linesOf(headers: Readonly<ResponseHeaders>): readonly HeaderLine[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    Array.isArray(value) ? value.map((one): HeaderLine => [name, one]) : [[name, value] as const],
  );
}

/** Lines as headers. Several lines of `Vary` become one list. */
export function headersOf(lines: readonly HeaderLine[]): ResponseHeaders {
  const headers: ResponseHeaders = {};
  for (const [name, value] of lines) {
    const known = headers[name];
    if (known === undefined) headers[name] = value;
    else if (name === 'vary') headers[name] = `${String(known)}, ${value}`;
    else headers[name] = [known, value].flat();
  }
  return headers;
}
