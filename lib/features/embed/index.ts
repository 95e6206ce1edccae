import type { Feature } from '../../nest/composition/feature.js';
import { embedLimitsOf } from '../../nest/options/settings.js';
import { embedStep } from './create-embed.js';

/** A query that may have `_embed`, whose name may be encoded. */
const MAY_EMBED = /_embed|%/;

/** `_embed`: the targets of the links of a response are part of it. */
export const embed: Feature = {
  name: 'embed',
  extension: ({ options, parameters, origin, requester, makeError, internalError }) => {
    if (!parameters.has('_embed')) return undefined;
    const limits = embedLimitsOf(options);
    const step = embedStep({ ...limits, origin, requester, makeError, internalError });
    return {
      onData: { when: 'parameters', step },
      makesRequests: ({ exchange }) => MAY_EMBED.test(exchange.queryText),
    };
  },
};
