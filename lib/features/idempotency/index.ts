import { Logger } from '@nestjs/common';
import type { Feature } from '../../nest/composition/feature.js';
import { callerHeadersOf } from '../../nest/options/callers.js';
import { because, reportError } from '../../shared/report-error.js';
import { CacheRegistry, callerIdOf, type OnFailure } from '../caching/index.js';
import { idempotencyOf, idempotentOption } from './idempotent-option.js';

/** Requests with the same `Idempotency-Key` are executed once. */
export const idempotency: Feature = {
  name: 'idempotency',
  routeOptions: [idempotentOption],
  extension: async ({ entries, options, namespace, prefix, nest, onMade }) => {
    if (!entries.some(({ route }) => idempotencyOf(route.options) !== undefined)) return undefined;
    const { idempotencyStep } = await import('./idempotency.step.js');
    const { cache = {} } = options;
    const texts = await nest.get(CacheRegistry).texts(namespace, cache, reportOutages());
    const context = {
      texts,
      onMade,
      keyPrefix: `${encodeURIComponent(namespace)}:rest:i1:`,
      prefix,
      callerId: callerIdOf(cache),
      callerHeaders: callerHeadersOf(options) ?? ['Authorization', 'Cookie'],
    };
    return {
      around: (endpoint, perform) => {
        const stated = idempotencyOf(endpoint.definition.options);
        return stated === undefined ? perform : idempotencyStep(endpoint, perform, stated, context);
      },
    };
  },
};

function reportOutages(): OnFailure {
  const logger = new Logger('RestModule');
  const down = 'The cache store is unavailable: requests with Idempotency-Key are rejected.';
  return (failure) => {
    if (failure.kind === 'store-down') reportError(logger, because(down, failure.error), 'warn');
    if (failure.kind === 'store-back') {
      logger.log('The cache store is back: requests with Idempotency-Key are executed again.');
    }
  };
}
