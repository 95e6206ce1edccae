import type { JsonValue } from '../../schema/vocabulary.js';
import { mergeObjects } from '../../shared/merge-objects.js';
import type { DeclaredProperty, DeclaredType } from '../types/declared-type.js';
import type { ArgumentData } from '../types/data-schema.js';
import { isStandardSchema } from '../types/standard-schema.js';
import { joinLimits, limitsOf } from './limits-of.js';
import type { LimitsSignature } from '../signature/method-signature.js';
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
  /** The limits that `@Param` and `@ListOf` state of the property of a base class that it overrides. */
  readonly inherited?: LimitsSignature;
  /** The options of which two decorators state different values. */
  readonly conflicts?: readonly string[];
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

/** The limits that the source, `@Param` and `@ListOf` state: all of them hold. */
export function limitsIn(source: ParameterDeclaration): LimitsSignature {
  return joinAll(source).limits;
}

/** The limits that are stated in several places and cannot hold together. */
export function limitConflicts(source: ParameterDeclaration): readonly string[] {
  return joinAll(source).conflicts;
}

function joinAll({ signature, options, list, inherited = {} }: ParameterDeclaration): {
  readonly limits: LimitsSignature;
  readonly conflicts: readonly string[];
} {
  const stated = options === undefined ? {} : limitsOf(options);
  const own = mergeObjects(stated, list?.limits);
  const read = signature?.limits;
  if (read === undefined && Object.keys(inherited).length === 0) {
    return { limits: own, conflicts: [] };
  }
  const first = joinLimits(own, read ?? {});
  const second = joinLimits(first.limits, inherited);
  return { limits: second.limits, conflicts: [...first.conflicts, ...second.conflicts] };
}

export function nameOf({ options, signature }: ParameterDeclaration): string | undefined {
  return options?.name ?? signature?.name;
}
