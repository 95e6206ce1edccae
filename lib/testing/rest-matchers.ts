import { inspect } from 'node:util';
import { isJsonObject } from '../shared/records.js';
import type { RestTestResponse } from './rest-test-client.js';

interface MatcherResult {
  readonly pass: boolean;
  message(): string;
}

type ReceivedResponse = Pick<RestTestResponse, 'status' | 'headers' | 'body'> &
  Partial<Pick<RestTestResponse, 'cause'>>;

/**
 * Matchers of responses, for `expect.extend` of Vitest and Jest.
 *
 * @example
 * expect.extend(restMatchers);
 * expect(await app.post('/v1/items', { title: 'Chair' })).toHaveStatus(201);
 * expect(await app.get('/v1/items/0')).toBeRestError('item_not_found', 404);
 * expect(await app.get('/v1/items?page=0')).toRefuse('page');
 * expect(await app.options('/v1/items')).toAllow('GET');
 */
export const restMatchers = {
  /** Has this status. If a 500 comes instead, the message shows the error behind it. */
  toHaveStatus(received: unknown, status: number): MatcherResult {
    const response = received as ReceivedResponse;
    return matcherResult(response.status === status, `the status ${status}`, response);
  },

  /**
   * An error with this code. Its status is compared if one is given. With `errors: 'nest'`, the errors of the library
   * have no code: use `toHaveStatus`.
   */
  toBeRestError(received: unknown, code: string, status?: number): MatcherResult {
    const response = received as ReceivedResponse;
    const found = errorOf(response);
    const isCode = found?.code === code;
    const isStatus =
      status === undefined || (response.status === status && found?.status === status);
    const wanted = status === undefined ? code : `${code} (${status})`;
    return matcherResult(isCode && isStatus, `the error ${wanted}`, response);
  },

  /**
   * A 400 that rejects exactly these arguments, as missing or invalid. With `errors: 'nest'`, its texts must begin with
   * their names, as the texts of the library do.
   */
  toRefuse(received: unknown, ...names: readonly string[]): MatcherResult {
    const response = received as ReceivedResponse;
    const rejected = errorOf(response)?.rejected ?? [];
    const isSame = inspect(rejected.toSorted()) === inspect(names.toSorted());
    return matcherResult(
      response.status === 400 && isSame,
      `a 400 that rejects ${names.join(', ')}`,
      response,
    );
  },

  /** `Allow` lists exactly these methods. */
  toAllow(received: unknown, ...methods: readonly string[]): MatcherResult {
    const response = received as ReceivedResponse;
    const allowed = (response.headers.get('allow') ?? '')
      .split(/,\s*/)
      .filter((name) => name !== '');
    const isSame = inspect(allowed.toSorted()) === inspect(methods.toSorted());
    return matcherResult(
      isSame,
      `Allow: ${methods.join(', ')}, not "${allowed.join(', ')}",`,
      response,
    );
  },
} as const;

/**
 * The types of the matchers, for Vitest to merge with its own.
 *
 * @example
 * declare module 'vitest' {
 *   interface Matchers<T = any> extends RestMatchers<T> {}
 * }
 */
export interface RestMatchers<Result = unknown> {
  toHaveStatus(status: number): Result;
  toBeRestError(code: string, status?: number): Result;
  toRefuse(...names: readonly string[]): Result;
  toAllow(...methods: readonly string[]): Result;
}

interface ReceivedError {
  readonly code: unknown;
  readonly status: unknown;
  readonly rejected: readonly string[];
}

/**
 * An error of each format: a problem of RFC 9457 has its status and its params at the level of its code, and an
 * exception of Nest has its status there, a code only if the application states one, and no params.
 */
function errorOf({ body, headers }: ReceivedResponse): ReceivedError | undefined {
  if (!isJsonObject(body)) return undefined;
  const { code, data, statusCode, message } = body;
  if (statusCode !== undefined)
    return { code, status: statusCode, rejected: namesInTexts(message) };
  const isProblem = headers.get('content-type')?.startsWith('application/problem+json') === true;
  const details = isProblem ? body : data;
  if (!isJsonObject(details)) return undefined;
  return { code, status: details['status'], rejected: rejectedNames(details['params']) };
}

/** The names in `params`: a list of missing arguments, or an object of messages by argument. */
function rejectedNames(params: unknown): readonly string[] {
  if (Array.isArray(params)) return params.map(String);
  return isJsonObject(params) ? Object.keys(params) : [];
}

/** `lines[0].sku must be a string.`, `property page should not exist` */
const NAME_IN_TEXT = /^(?:property (?=.* should not exist$))?([^\s.[]+)/;

/** The arguments with which the texts of a Nest exception begin. */
function namesInTexts(message: unknown): readonly string[] {
  if (!Array.isArray(message)) return [];
  const names = message.flatMap((text) => NAME_IN_TEXT.exec(String(text))?.[1] ?? []);
  return [...new Set(names)];
}

function matcherResult(
  pass: boolean,
  wanted: string,
  { status, body, cause }: ReceivedResponse,
): MatcherResult {
  const shown = cause === undefined ? { status, body } : { status, body, cause };
  const received = inspect(shown, { depth: 6 });
  return {
    pass,
    message: () => `expected ${pass ? 'anything but ' : ''}${wanted} and received ${received}`,
  };
}
