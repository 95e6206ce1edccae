import type { Feature } from '../../nest/composition/feature.js';
import { indexRoutes, RestIndex } from './rest-index.js';

/** The indices of the API and of its namespaces, by which clients of WordPress find routes. */
export const index: Feature = { name: 'index', ownRoutes: indexRoutes, providers: [RestIndex] };
