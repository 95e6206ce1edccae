import { RequestMethod } from '@nestjs/common';
import { diagnosticAt, type DiagnosticDetails } from '../../../diagnostics/diagnostic.js';
import { METHOD_METADATA } from '../../internals.js';
import { Instances } from '../../lazy-providers/instances.js';
import {
  interceptorsAround,
  isVaryMissing,
  optionsOf,
  returnsResponse,
} from '../cache/cacheable-handlers.js';
import type { PlainHandler } from '../explore-plain-handlers.js';
import type { PlainCheck } from './plain-check.js';

/** A handler with `@Cache` is cached: it is a GET handler inside of a `RestCacheInterceptor`, and safe to cache. */
export const cacheCheck: PlainCheck = (handler, config) => {
  if (optionsOf(handler) === undefined) return [];
  const { isCached } = interceptorsAround(handler, config);
  const { found, methodName } = handler;
  return [...(isCached ? [] : [WITHOUT_INTERCEPTOR]), ...findingsOf(handler)].map((details) =>
    diagnosticAt({ className: found.type.name, methodName, part: { kind: 'cache' } }, details),
  );
};

const WITHOUT_INTERCEPTOR: DiagnosticDetails = {
  code: 'RR1041',
  expected: '@UseInterceptors(RestCacheInterceptor) on the method or its class, or APP_INTERCEPTOR',
  received: 'neither',
};

function findingsOf(handler: PlainHandler): readonly DiagnosticDetails[] {
  const served: unknown = Reflect.getMetadata(METHOD_METADATA, handler.method);
  if (served !== RequestMethod.GET) {
    const received = RequestMethod[served as RequestMethod];
    return [{ code: 'RR1012', expected: 'only GET', received }];
  }
  if (!returnsResponse(handler)) {
    const expected = 'a method that returns its response';
    return [{ code: 'RR1042', expected, received: '@Res(), @Redirect, @Render or @Sse' }];
  }
  if (!isVaryMissing(handler, new Instances())) return [];
  return [{ code: 'RR1022', expected: 'vary', received: 'none' }];
}
