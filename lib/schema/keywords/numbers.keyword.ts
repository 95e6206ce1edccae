import {
  type Keyword,
  type Rule,
  type SchemaKeyword,
  diagnostic,
  type SchemaDiagnostic,
} from '../engine/keyword.js';
import { multiples, type Multiples } from '../values/multiples.js';
import { notMultiple, outOfBounds } from '../messages.js';
import { LIMITS, type ValueSchema } from '../vocabulary.js';

/** `minimum`: the least number that passes, or with `exclusiveMinimum` the greatest that does not. */
export const minimum: Keyword<number> = {
  name: 'minimum',
  types: LIMITS.minimum.types,
  bind: ({ minimum: limit, exclusiveMinimum: isExclusive }) =>
    limit === undefined ? undefined : boundRule(isExclusive === true ? '>' : '>=', limit),
  diagnostics({ minimum: limit, maximum: upper, exclusiveMinimum, exclusiveMaximum }) {
    if (!Number.isFinite(limit)) return [diagnostic('minimum', 'a finite number', limit)];
    if (limit === undefined || upper === undefined || limit < upper) return [];
    const isExclusive = exclusiveMinimum === true || exclusiveMaximum === true;
    if (limit === upper && !isExclusive) return [];
    const relation = isExclusive ? 'below' : 'at most';
    return [diagnostic('minimum', `${relation} the maximum, ${upper}`, limit)];
  },
};

/** `maximum`: the greatest number that passes, or with `exclusiveMaximum` the least that does not. */
export const maximum: Keyword<number> = {
  name: 'maximum',
  types: LIMITS.maximum.types,
  bind: ({ maximum: limit, exclusiveMaximum: isExclusive }) =>
    limit === undefined ? undefined : boundRule(isExclusive === true ? '<' : '<=', limit),
  diagnostics: ({ maximum: limit }) =>
    Number.isFinite(limit) ? [] : [diagnostic('maximum', 'a finite number', limit)],
};

/** `exclusiveMinimum`: whether `minimum` itself is rejected. */
export const exclusiveMinimum: SchemaKeyword = {
  name: 'exclusiveMinimum',
  types: LIMITS.exclusiveMinimum.types,
  diagnostics: (schema) => exclusiveDiagnostics('exclusiveMinimum', 'minimum', schema),
};

/** `exclusiveMaximum`: whether `maximum` itself is rejected. */
export const exclusiveMaximum: SchemaKeyword = {
  name: 'exclusiveMaximum',
  types: LIMITS.exclusiveMaximum.types,
  diagnostics: (schema) => exclusiveDiagnostics('exclusiveMaximum', 'maximum', schema),
};

/** `multipleOf`: division leaves no remainder. */
export const multipleOf = multipleKeyword('wordpress');

/** The same keyword, for numbers that are compared in another way. */
export function multipleKeyword(style: Multiples): Keyword<number> {
  return {
    name: 'multipleOf',
    types: LIMITS.multipleOf.types,
    bind({ multipleOf: factor }) {
      if (factor === undefined) return undefined;
      const holds = multiples[style](factor);
      return {
        holds,
        emit: (value, code) =>
          style === 'wordpress'
            ? `${value} % ${code.literal(factor)} === 0`
            : `${code.constant(holds)}(${value})`,
        violation: (place) => notMultiple(place, factor),
      };
    },
    diagnostics({ multipleOf: factor }) {
      const isFactor = factor !== undefined && Number.isFinite(factor) && factor > 0;
      return isFactor ? [] : [diagnostic('multipleOf', 'a finite number above 0', factor)];
    },
  };
}

const RELATIONS = {
  '>=': {
    noun: 'greater than or equal to',
    holds: (value: number, of: number) => value >= of,
    dataOf: (limit: number) => ({ minimum: limit }),
  },
  '>': {
    noun: 'greater than',
    holds: (value: number, of: number) => value > of,
    dataOf: (limit: number) => ({ minimum: limit, exclusiveMinimum: true }),
  },
  '<=': {
    noun: 'less than or equal to',
    holds: (value: number, of: number) => value <= of,
    dataOf: (limit: number) => ({ maximum: limit }),
  },
  '<': {
    noun: 'less than',
    holds: (value: number, of: number) => value < of,
    dataOf: (limit: number) => ({ maximum: limit, exclusiveMaximum: true }),
  },
} as const;

function boundRule(relation: keyof typeof RELATIONS, limit: number): Rule<number> {
  const { holds, noun, dataOf } = RELATIONS[relation];
  return {
    holds: (value) => holds(value, limit),
    emit: (value, code) => `${value} ${relation} ${code.literal(limit)}`,
    violation: (place) => outOfBounds(place, noun, limit, dataOf(limit)),
  };
}

/** A boolean beside its limit, as in draft 4 of JSON Schema and in WordPress. */
function exclusiveDiagnostics(
  name: 'exclusiveMinimum' | 'exclusiveMaximum',
  limit: 'minimum' | 'maximum',
  schema: ValueSchema,
): readonly SchemaDiagnostic[] {
  const value: unknown = schema[name];
  if (typeof value !== 'boolean') return [diagnostic(name, `a boolean beside ${limit}`, value)];
  if (!value || schema[limit] !== undefined) return [];
  return [diagnostic(name, `${limit} beside it`, value)];
}
