import type { Feature } from '../../nest/composition/feature.js';
import { batchRoutes, RestBatch } from './rest-batch.js';

/** Batches: several writes in one request. */
export const batch: Feature = { name: 'batch', ownRoutes: batchRoutes, providers: [RestBatch] };
