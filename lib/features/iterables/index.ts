import type { Feature } from '../../nest/composition/feature.js';
import { iterableStep, mayIterate } from './iterable.step.js';

/** Asynchronous iterables as results: their items are sent one by one, as lines of JSON or as a list. */
export const iterables: Feature = {
  name: 'iterables',
  extension: () => ({
    around: (endpoint, perform) => (mayIterate(endpoint) ? iterableStep(perform) : perform),
  }),
};
