import type { JsonValue, ValueSchema } from '../../schema/vocabulary.js';
import type { ParameterSource } from './route-declaration.js';
import type { ParamOptions } from './param-options.js';

type Limits = { -readonly [Keyword in keyof ValueSchema]?: ValueSchema[Keyword] };

/** The options that are keywords of the schema, as they stand there. */
export function limitsOf(options: ParamOptions): Partial<ValueSchema> {
  const { minimum, maximum, minLength, maxLength, format, pattern } = options;
  const limits: Limits = {};
  if (minimum !== undefined) limits.minimum = minimum;
  if (maximum !== undefined) limits.maximum = maximum;
  if (minLength !== undefined) limits.minLength = minLength;
  if (maxLength !== undefined) limits.maxLength = maxLength;
  if (format !== undefined) limits.format = format;
  if (pattern !== undefined) limits.pattern = pattern instanceof RegExp ? pattern.source : pattern;
  return limits;
}

export function defaultOf({ options, signature }: ParameterSource): JsonValue | undefined {
  return options?.default !== undefined ? options.default : signature?.default;
}

export function nameOf({ options, signature }: ParameterSource): string | undefined {
  return options?.name ?? signature?.name;
}
