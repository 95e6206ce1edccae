import type { Feature } from '../../nest/composition/feature.js';
import { isOn } from '../../nest/options/styles.js';
import { createStatedMethod, hearSpellings } from './spelling.js';

/** Methods that a POST states, and paths with a slash at their end. */
export const spelling: Feature = {
  name: 'spelling',
  options: { methodOverride: true },
  spelling: ({ options, subRequests }) => {
    if (!isOn(options, 'methodOverride')) return undefined;
    const statedMethod = createStatedMethod(subRequests);
    return { statedMethod, hear: (server, parts) => hearSpellings(server, parts, statedMethod) };
  },
};
