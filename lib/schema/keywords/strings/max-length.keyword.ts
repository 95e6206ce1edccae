import { hasAtMost } from '../../text/code-points.js';
import { countDiagnostics } from '../count-limit.js';
import type { Keyword } from '../../keyword.js';
import { LIMITS } from '../../limits.js';
import { tooLong } from '../../messages/messages.js';

/** `maxLength`: the greatest number of code points. */
export const maxLength: Keyword<string> = {
  name: 'maxLength',
  types: LIMITS.maxLength.types,
  bind({ maxLength: limit }) {
    if (limit === undefined) return undefined;
    return {
      holds: (value) => hasAtMost(value, limit),
      emit: (value, code) => `${code.constant(hasAtMost)}(${value}, ${code.literal(limit)})`,
      violation: (place) => tooLong(place, limit),
    };
  },
  diagnostics: (schema) => countDiagnostics('maxLength', schema.maxLength),
};
