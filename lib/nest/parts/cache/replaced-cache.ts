import type { CallHandler, NestInterceptor } from '@nestjs/common';
import { defer, isObservable } from 'rxjs';
import type { CacheInterception } from '../../../pipeline/steps/cache.step.js';
import { settle } from '../../../pipeline/steps/invoke.step.js';
import type { ReplacedPart } from '../replaced-parts.js';
import { CachedRouteContext } from './cached-route-context.js';

/** Calls the interceptor that an application has put in the place of the library's, on cached routes. */
export function replacedCache(interceptor: ReplacedPart<NestInterceptor>): CacheInterception {
  return (endpoint, inner, respondFromCache) => async (requestContext) => {
    const instance = await interceptor(requestContext);
    const context = new CachedRouteContext(endpoint, requestContext, respondFromCache);
    const next: CallHandler = {
      handle: () =>
        defer(async () => {
          await inner(requestContext);
          return requestContext.result;
        }),
    };
    const returned: unknown = await instance.intercept(context, next);
    context.keep(isObservable(returned) ? await settle(requestContext, returned) : returned);
  };
}
