import { inspect } from 'node:util';
import type { RestAnswer } from './rest-test-response.js';

interface Verdict {
  readonly pass: boolean;
  message(): string;
}

type Answered = Pick<RestAnswer, 'status' | 'headers' | 'body'>;

/**
 * Matchers of answers, for `expect.extend` of Vitest and Jest.
 *
 * @example
 * expect.extend(restMatchers);
 * expect(await app.get('/v1/items/0')).toBeRestError('item_not_found', 404);
 * expect(await app.get('/v1/items?page=0')).toRefuse('page');
 * expect(await app.options('/v1/items')).toAllow('GET');
 */
export const restMatchers = {
  /** An error with this code, and this status where it is given. */
  toBeRestError(received: unknown, code: string, status?: number): Verdict {
    const answer = received as Answered;
    const found = errorOf(answer);
    const isCode = found?.code === code;
    const isStatus = status === undefined || (answer.status === status && found?.status === status);
    const wanted = status === undefined ? code : `${code} (${status})`;
    return verdict(isCode && isStatus, `the error ${wanted}`, answer);
  },

  /** A 400 that refuses exactly these arguments, missing or invalid. */
  toRefuse(received: unknown, ...names: readonly string[]): Verdict {
    const answer = received as Answered;
    const refused = refusedNames(errorOf(answer)?.params);
    const isSame = inspect(refused.toSorted()) === inspect(names.toSorted());
    return verdict(answer.status === 400 && isSame, `a refusal of ${names.join(', ')}`, answer);
  },

  /** `Allow` lists exactly these methods. */
  toAllow(received: unknown, ...methods: readonly string[]): Verdict {
    const answer = received as Answered;
    const allowed = (answer.headers.get('allow') ?? '').split(/,\s*/).filter((name) => name !== '');
    const isSame = inspect(allowed.toSorted()) === inspect(methods.toSorted());
    return verdict(isSame, `Allow: ${methods.join(', ')}, not "${allowed.join(', ')}",`, answer);
  },
} as const;

/**
 * The types of the matchers; tell Vitest once:
 *
 * @example
 * declare module 'vitest' {
 *   interface Matchers<T = any> extends RestMatchers<T> {}
 * }
 */
export interface RestMatchers<Result = unknown> {
  toBeRestError(code: string, status?: number): Result;
  toRefuse(...names: readonly string[]): Result;
  toAllow(...methods: readonly string[]): Result;
}

interface FoundError {
  readonly code: unknown;
  readonly status: unknown;
  readonly params: unknown;
}

function errorOf({ body }: Answered): FoundError | undefined {
  if (!isRecord(body) || !isRecord(body['data'])) return undefined;
  const { status, params } = body['data'];
  return { code: body['code'], status, params };
}

/** A list of those that are missing, or texts by the names of those that are invalid. */
function refusedNames(params: unknown): readonly string[] {
  if (Array.isArray(params)) return params.map(String);
  return isRecord(params) ? Object.keys(params) : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function verdict(pass: boolean, wanted: string, { status, body }: Answered): Verdict {
  const received = inspect({ status, body }, { depth: 6 });
  return {
    pass,
    message: () => `expected ${pass ? 'anything but ' : ''}${wanted} and received ${received}`,
  };
}
