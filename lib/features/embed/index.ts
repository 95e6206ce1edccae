import type { Feature } from '../../nest/composition/feature.js';
import type { EmbedOptions } from '../../nest/options/option-groups.js';
import type { NamesOf } from '../../nest/options/known-options.js';
import { subRequestLimits } from '../../nest/options/option-values.js';
import type { RestModuleOptions } from '../../nest/options/rest-options.js';
import { embedStep } from './create-embed.js';

/** A query that may have `_embed`, whose name may be encoded. */
const MAY_EMBED = /_embed|%/;

const OPTIONS: NamesOf<EmbedOptions> = {
  maxRequests: true,
  maxBytes: true,
  maxWait: true,
};

/** `_embed`: the targets of the links of a response are part of it. */
export const embed: Feature = {
  name: 'embed',
  options: { embed: OPTIONS },
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

const EMBEDDED_REQUESTS = 100;

/**
 * The limits of the embedded data of one response; `maxWait` in milliseconds.
 *
 * @throws InvalidArgumentException if one is not a whole number in its bounds.
 */
function embedLimitsOf(options: RestModuleOptions): Required<EmbedOptions> {
  return subRequestLimits('embed', options.embed ?? {}, EMBEDDED_REQUESTS, 0);
}
