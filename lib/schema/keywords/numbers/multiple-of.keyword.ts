import { diagnostic } from '../../schema-diagnostic.js';
import type { Keyword } from '../../engine/keyword.js';
import { LIMITS } from '../../limits.js';
import { notMultiple } from '../../messages.js';

/** `multipleOf`: division leaves no remainder, in floating point as in WordPress. */
export const multipleOf: Keyword<number> = {
  name: 'multipleOf',
  types: LIMITS.multipleOf.types,
  bind({ multipleOf: factor }) {
    if (factor === undefined) return undefined;
    return {
      holds: (value) => value % factor === 0,
      emit: (value, code) => `${value} % ${code.literal(factor)} === 0`,
      violation: (place) => notMultiple(place, factor),
    };
  },
  diagnostics({ multipleOf: factor }) {
    const isFactor = factor !== undefined && Number.isFinite(factor) && factor > 0;
    return isFactor ? [] : [diagnostic('multipleOf', 'a finite number above 0', factor)];
  },
};
