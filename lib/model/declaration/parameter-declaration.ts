import type { JsonValue } from '../../schema/vocabulary.js';
import { mergeObjects } from '../../shared/merge-objects.js';
import type { DeclaredProperty, DeclaredType, LimitKeywords } from '../types/declared-type.js';
import type { ArgumentData } from '../types/data-schema.js';
import { isStandardSchema } from '../types/standard-schema.js';
import { limitsOf } from './limits-of.js';
import type { ListLimits, ParamOptions } from './param-options.js';

/** A parameter, or a property of a value class, as written: everything known of it before it is checked. */
export interface ParameterDeclaration {
  readonly index: number;
  /** What a compiler read from the source. */
  readonly signature?: DeclaredProperty;
  /** What `@Param` states; it takes precedence over the signature. */
  readonly options?: ParamOptions;
  /** What `@ListOf` states. */
  readonly list?: { readonly items: DeclaredType; readonly limits: ListLimits };
  /** Whether `@Param({ inject })` names the class of the parameter. */
  readonly statesInjection: boolean;
  /** `@Arguments()`: the properties of its type are arguments of the route. */
  readonly takesArguments?: true;
  /** Carries one of Nest's own parameter decorators. */
  readonly filledByNest: boolean;
  /** The class that `design:paramtypes` names, where it is one that can be a service. */
  readonly designType?: DeclaredType;
}

export function defaultOf({ options, signature }: ParameterDeclaration): JsonValue | undefined {
  if (options?.default !== undefined) return options.default;
  const inData = dataOf(options)?.default;
  return inData === undefined ? signature?.default : inData;
}

/** Whether a request must have the value: by default, where nothing states a default. */
export function isRequiredBy(source: ParameterDeclaration): boolean {
  const { options, signature } = source;
  const stated = options?.required ?? dataOf(options)?.required;
  if (typeof stated === 'boolean') return stated;
  // As in WordPress, data that list the names of required properties do not require the argument itself.
  if (stated !== undefined) return false;
  return defaultOf(source) === undefined && signature?.optional !== true;
}

/** What a schema as data states of the argument. */
function dataOf(options: ParamOptions | undefined): ArgumentData | undefined {
  const schema = options?.schema;
  return schema === undefined || isStandardSchema(schema) ? undefined : schema;
}

/** The limits that the source, `@Param` and `@ListOf` state; the later of them take precedence. */
export function limitsIn({ signature, options, list }: ParameterDeclaration): LimitKeywords {
  const stated = options === undefined ? undefined : limitsOf(options);
  return mergeObjects(signature?.limits ?? NO_LIMITS, stated, list?.limits);
}

const NO_LIMITS: LimitKeywords = {};

export function nameOf({ options, signature }: ParameterDeclaration): string | undefined {
  return options?.name ?? signature?.name;
}
