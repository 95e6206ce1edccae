import { StreamableFile } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import type { RestRequest } from 'nestjs-rest-routes';
import type { CacheFailure } from '../../lib/caching/store/store.js';
import {
  cacheStep,
  type CacheContext,
  changedHeaderNames,
} from '../../lib/lifecycle/steps/cache.step.js';
import { observeVary } from '../../lib/lifecycle/caching/observed-reads.js';
import { invokeStep } from '../../lib/lifecycle/steps/invoke.step.js';
import { policyOf, testCache } from '../caching/support/setup.js';
import { contextOf, endpointOf, NO_LINKS, type FakeRequest } from './support/fakes.js';

/** A cached route that counts the calls of its method. */
function setup(method: (call: number) => unknown, noCache = false) {
  const { cache } = testCache();
  const failures: CacheFailure[] = [];
  let calls = 0;
  const endpoint = endpointOf({
    cache: { routeId: 'GET:/acme/v1/items', policy: policyOf() },
    method: () => method(++calls),
  });
  const context: CacheContext = {
    cacheFor: () => cache,
    caller: () => undefined,
    mayRefresh: () => noCache,
    onFailure: (failure) => failures.push(failure),
  };
  const step = cacheStep(endpoint, invokeStep(endpoint), context, NO_LINKS);
  const request = async (
    fake: FakeRequest = {},
    change?: (context: ReturnType<typeof contextOf>) => void,
  ) => {
    const context = contextOf(fake, endpoint);
    change?.(context);
    await step?.(context);
    return context.response;
  };
  return { request, failures, calls: () => calls };
}

describe('The cache step', () => {
  it('is left out of a route that is not cached', () => {
    const endpoint = endpointOf();
    expect(cacheStep(endpoint, invokeStep(endpoint), undefined, NO_LINKS)).toBeUndefined();
  });

  it('runs the method once, and responds from the cache after that', async () => {
    const { request, calls } = setup((call) => ({ call }));
    expect((await request())?.headers['cache-status']).toBe('rest-cache; fwd=miss; stored');
    const second = await request();
    expect(second?.body.text()).toBe('{"call":1}');
    expect(second?.headers['cache-status']).toContain('; hit;');
    expect(calls()).toBe(1);
  });

  it('runs the method again for a client that wants a new response', async () => {
    const { request, calls } = setup((call) => ({ call }), true);
    await request();
    expect((await request())?.body.text()).toBe('{"call":2}');
    expect(calls()).toBe(2);
  });

  it('does not store a stream', async () => {
    const { request, calls } = setup(() => new StreamableFile(Buffer.from('x')));
    expect((await request())?.body.stream).toBeInstanceOf(StreamableFile);
    await request();
    expect(calls()).toBe(2);
  });

  it('does not store a response with a header on the platform, and reports that once', async () => {
    let current: ReturnType<typeof contextOf> | undefined;
    const { request, failures, calls } = setup(() => {
      if (current !== undefined) current.exchange.preset['x-own'] = '1';
      return {};
    });
    const watch = (context: ReturnType<typeof contextOf>) => void (current = context);
    await request({}, watch);
    await request({}, watch);
    expect(calls()).toBe(2);
    expect(failures).toEqual([
      { kind: 'headers-outside', routeId: 'GET:/acme/v1/items', names: ['x-own'] },
    ]);
  });

  it('passes an error of the method on', async () => {
    const { request } = setup(() => {
      throw new Error('bug');
    });
    await expect(request()).rejects.toThrow('bug');
  });
});

describe('The headers of the platform', () => {
  it('are compared before and after the method', () => {
    const before = { a: '1', b: '2', c: ['3'] };
    expect(changedHeaderNames(before, { a: '1', b: '9', c: ['3'], d: '4' })).toEqual(['b', 'd']);
    expect(changedHeaderNames(before, { a: '1', b: '2' })).toEqual(['c']);
  });
});

describe('A vary function', () => {
  const headers = { 'accept-language': 'de', 'x-tenant': 'acme' };
  const observe = async (vary: (request: RestRequest) => string) => {
    const policy = policyOf({ vary: vary as never });
    return observeVary(policy, contextOf({ headers, queryText: 'a=1' }));
  };

  it.each<
    [title: string, vary: (request: RestRequest) => string, names: readonly string[] | undefined]
  >([
    ['reads one header', ({ headers: seen }) => seen['accept-language'] ?? '', ['accept-language']],
    ['tests for a header', ({ headers: seen }) => String('x-tenant' in seen), ['x-tenant']],
    ['lists all headers', ({ headers: seen }) => Object.keys(seen).join(), undefined],
    ['reads the query', ({ query }) => String(query['a']), undefined],
  ])('that %s is observed', async (_title, vary, names) => {
    expect((await observe(vary)).headers).toEqual(names);
  });

  it('decides the partition', async () => {
    const { partition } = await observe(({ headers: seen }) => seen['x-tenant'] as string);
    expect(partition).toBe('vary:acme');
  });
});
