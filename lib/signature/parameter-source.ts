import type { JsonValue, ValueSchema } from '../schema/vocabulary.js';
import type { ParameterSource } from './declaration.js';
import type { ParamOptions } from './param-options.js';

/** The options that are keywords of the schema, as they stand there. */
export function limitsOf(options: ParamOptions): Partial<ValueSchema> {
  const { minimum, maximum, minLength, maxLength, format, pattern } = options;
  const limits = { minimum, maximum, minLength, maxLength, format, pattern: sourceOf(pattern) };
  return Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined));
}

export function defaultOf({ options, signature }: ParameterSource): JsonValue | undefined {
  return options?.default !== undefined ? options.default : signature?.default;
}

export function nameOf({ options, signature }: ParameterSource): string | undefined {
  return options?.name ?? signature?.name;
}

function sourceOf(pattern: ParamOptions['pattern']): string | undefined {
  return pattern instanceof RegExp ? pattern.source : pattern;
}
