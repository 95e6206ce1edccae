import type { JsonValue, ValueSchema } from '../../schema/vocabulary.js';
import type { ParameterSignature } from '../signature/method-signature.js';
import type { DeclaredType } from '../types/declared-type.js';
import type { ListLimits, ParamOptions } from './param-options.js';

/** A parameter, or a property of a value class, as written: everything known of it before it is checked. */
export interface ParameterDeclaration {
  readonly index: number;
  /** What a compiler read from the source. */
  readonly signature?: Omit<ParameterSignature, 'type'> & { readonly type: DeclaredType };
  /** What `@Param` states; it takes precedence over the signature. */
  readonly options?: ParamOptions;
  /** What `@ListOf` states. */
  readonly list?: { readonly items: DeclaredType; readonly limits: ListLimits };
  /** Whether `@Param({ inject })` names the class of the parameter. */
  readonly statesInjection: boolean;
  /** Carries one of Nest's own parameter decorators. */
  readonly filledByNest: boolean;
  /** The class that `design:paramtypes` names, where it is one that can be a service. */
  readonly designType?: DeclaredType;
}

type Limits = { -readonly [Keyword in keyof ValueSchema]?: ValueSchema[Keyword] };

/** The options that are keywords of the schema, as the schema spells them. */
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

export function defaultOf({ options, signature }: ParameterDeclaration): JsonValue | undefined {
  return options?.default !== undefined ? options.default : signature?.default;
}

export function nameOf({ options, signature }: ParameterDeclaration): string | undefined {
  return options?.name ?? signature?.name;
}
