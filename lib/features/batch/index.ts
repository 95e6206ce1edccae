import type { Feature } from '../../nest/composition/feature.js';
import type { BatchOptions } from '../../nest/options/option-groups.js';
import type { NamesOf } from '../../nest/options/known-options.js';
import { batchOption } from './batch-option.js';
import { batchRoutes, RestBatch } from './rest-batch.js';

const OPTIONS: NamesOf<BatchOptions> = {
  maxRequests: true,
  maxBytes: true,
  maxWait: true,
  headers: true,
};

/** Batches: several writes in one request. */
export const batch: Feature = {
  name: 'batch',
  options: { batch: OPTIONS },
  routeOptions: [batchOption],
  ownRoutes: batchRoutes,
  providers: [RestBatch],
};
