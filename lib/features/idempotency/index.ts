import { Logger } from '@nestjs/common';
import type { ReplyStep } from '../../lifecycle/endpoint.js';
import { addApplied } from '../../lifecycle/responses/written-headers.js';
import type { Feature } from '../../nest/composition/feature.js';
import { callerHeadersOf } from '../../nest/options/callers.js';
import { because, reportError } from '../../shared/report-error.js';
import { CacheRegistry, callerIdOf, type OnFailure } from '../caching/index.js';
import { idempotencyOf, idempotentOption } from './idempotent-option.js';

/** Requests with the same `Idempotency-Key` are executed once. */
export const idempotency: Feature = {
  name: 'idempotency',
  routeOptions: [idempotentOption],
  extension: async ({ entries, options, namespace, prefix, nest, onMade, parameters }) => {
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
      ...(parameters.has('_envelope') ? { onReply: envelope } : {}),
    };
  },
};

/** Errors of repetitions have these headers on the adapter's response, so that filters keep them. */
const envelopedStep: ReplyStep = ({ headers }, { endpoint: { definition }, exchange, query }) => {
  if (idempotencyOf(definition.options) === undefined || !Object.hasOwn(query, '_envelope')) return;
  addApplied(headers, exchange, ['retry-after', 'idempotency-replayed']);
};

const envelope = { when: 'parameters', step: envelopedStep } as const;

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
