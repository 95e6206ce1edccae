import {
  type DeclaredProperty,
  containsClass,
  type DeclaredType,
  nameOfType,
} from '../../types/type.js';
import type { JsonValue, ValueLimits } from '../../schema/vocabulary.js';
import { mergeObjects } from '../../shared/records.js';
import { isStandardSchema, type StandardSchema } from '../../types/standard-schema.js';
import { typeByHand, joinLimits, limitsOf } from './type-by-hand.js';
import type { ListLimits, ParamOptions, ParamSchema } from './param-options.js';
import type { Conversion, TypeDiagnostic } from '../../types/type-schema.js';
import type { FileOptions } from '../../types/files.js';

/** A parameter, or a property of a value class, as written, with all known facts before it is checked. */
export interface ParameterDeclaration {
  readonly index: number;
  /** The signature that a compiler read from the source. */
  readonly signature?: DeclaredProperty | undefined;
  /** The options of `@Param`; they take precedence over the signature. */
  readonly options?: ParamOptions;
  /** The options of `@ListOf`. */
  readonly list?: { readonly items: DeclaredType; readonly limits: ListLimits };
  /** Whether `@Param({ inject })` names the class of the parameter. */
  readonly statesInjection: boolean;
  /** `@Arguments()`: the properties of its type are arguments of the route. */
  readonly takesArguments?: true;
  /** The limits that `@Param` and `@ListOf` state on the overridden property of a base class. */
  readonly inherited?: ValueLimits;
  /** The options for which two decorators state different values. */
  readonly conflicts?: readonly string[];
  /**
   * The treatment of a property of a class that class-validator and class-transformer describe; absent for others.
   * `missing`: no rule of class-validator. `left-out`: no rule, and the class omits such properties. `deferred`: only
   * class-validator checks it, after class-transformer. `stated`: all others.
   */
  readonly ruleState?: 'missing' | 'left-out' | 'deferred' | 'stated';
  /** The declaration for reading a property that class-validator validates; the one around it is only for documents. */
  readonly read?: ParameterDeclaration;
  /** Converts a text of a request to a value of a `deferred` property, or returns it unchanged. */
  readonly convert?: Conversion;
  /** Whether the class, which class-validator describes, rejects other properties instead of omitting them. */
  readonly isClosed?: true;
  /** The property of the class, if requests have another name for it: that of `@Param({ name })` or of `@Expose`. */
  readonly property?: string;
  /** The name in a result, if class-transformer gives it one. */
  readonly sentAs?: string;
  /** Whether it has one of Nest's own parameter decorators. */
  readonly filledByNest: boolean;
  /** The class that `design:paramtypes` names, if it is one that can be a service. */
  readonly designType?: DeclaredType | undefined;
}

/** A property of a value class of which only the position is known. */
export function undescribed(index: number): ParameterDeclaration {
  return { index, filledByNest: false, statesInjection: false };
}

export function defaultOf({ options, signature }: ParameterDeclaration): JsonValue | undefined {
  if (options?.default !== undefined) return options.default;
  const inData = dataOf(options)?.default;
  return inData === undefined ? signature?.default : inData;
}

/** Whether a request must have the value: by default, if nothing states a default. */
export function isRequiredBy(source: ParameterDeclaration): boolean {
  const { options, signature } = source;
  const stated = options?.required ?? dataOf(options)?.required;
  if (typeof stated === 'boolean') return stated;
  // As in WordPress, data that list the names of required properties do not require the argument itself.
  if (stated !== undefined) return false;
  return defaultOf(source) === undefined && signature?.optional !== true;
}

function dataOf(
  options: ParamOptions | undefined,
): Exclude<ParamSchema, StandardSchema> | undefined {
  const schema = options?.schema;
  return schema === undefined || isStandardSchema(schema) ? undefined : schema;
}

/** All limits that the source, `@Param` and `@ListOf` state apply. */
export function limitsIn(source: ParameterDeclaration): ValueLimits {
  return joinAll(source).limits;
}

export function conflictDetails(source: ParameterDeclaration): TypeDiagnostic | undefined {
  const [option] = source.conflicts ?? [];
  if (option !== undefined) {
    const expected = `one value of ${option}`;
    return { code: 'RR1049', expected, received: `two values of ${option}` };
  }
  const [limit] = joinAll(source).conflicts;
  if (limit === undefined) return undefined;
  return { code: 'RR1050', expected: `one ${limit}`, received: `two values of ${limit}` };
}

function joinAll({ signature, options, list, inherited = {} }: ParameterDeclaration): {
  readonly limits: ValueLimits;
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

/** Rejects options of files on other parameters, where they would have no effect. */
export function misplacedFileOptions(source: ParameterDeclaration): readonly TypeDiagnostic[] {
  return Object.keys(fileOptionsIn(source)).map((received) => ({
    code: 'RR1006',
    expected: `a parameter of the type UploadedFile beside ${received}`,
    received,
  }));
}

/** `@Param` takes precedence over the source. */
export function fileOptionsIn({ signature, options = {} }: ParameterDeclaration): FileOptions {
  const { maxSize, mediaTypes } = options;
  return mergeObjects(
    signature?.files ?? {},
    maxSize === undefined ? undefined : { maxSize },
    mediaTypes === undefined ? undefined : { mediaTypes },
  );
}

export function nameOf({ options, signature }: ParameterDeclaration): string | undefined {
  return options?.name ?? signature?.name;
}

/** The property of a class or of an object. */
export function propertyOf(source: ParameterDeclaration): string {
  return source.property ?? source.signature?.name ?? nameOf(source) ?? '';
}

/** The property of a class as a result has it: `@Param({ name })` is for requests only. */
export function asSent(source: ParameterDeclaration): ParameterDeclaration {
  const name = source.sentAs ?? propertyOf(source);
  return nameOf(source) === name ? source : { ...source, options: { ...source.options, name } };
}

/** Options take precedence over the signature, and the signature over the class of the decorator metadata. */
export function declaredType(
  source: ParameterDeclaration,
): DeclaredType | TypeDiagnostic | undefined {
  const { options, list, signature, designType } = source;
  if (list !== undefined && options?.schema === undefined) return listType(list.items, source);
  const byHand = options === undefined ? undefined : typeOfOptions(options, source);
  const type = byHand ?? signature?.type ?? designType;
  if (type === undefined || 'code' in type || options?.nullable === undefined) return type;
  const { nullable: _nullable, ...bare } = type;
  return options.nullable ? { ...bare, nullable: true } : bare;
}

/** A class by itself is a service unless a decorator states otherwise. */
export function holdsClass(source: ParameterDeclaration): boolean {
  if (source.filledByNest || source.statesInjection) return false;
  const type = declaredType(source);
  if (type === undefined || 'code' in type) return false;
  if (type.kind !== 'class') return containsClass(type);
  return source.options !== undefined || source.takesArguments === true;
}

function typeOfOptions(
  options: ParamOptions,
  source: ParameterDeclaration,
): DeclaredType | TypeDiagnostic | undefined {
  const { schema } = options;
  return schema === undefined ? typeByHand(options) : typeOfSchema(schema, source);
}

/** The type of `schema`: data state the whole type, a Standard Schema everything. */
function typeOfSchema(
  schema: ParamSchema,
  { options = {}, list }: ParameterDeclaration,
): DeclaredType | TypeDiagnostic {
  const option = OTHER_TYPES.find((name) => options[name] !== undefined);
  const other = list === undefined ? option : '@ListOf';
  if (other !== undefined) {
    return { code: 'RR1006', expected: 'schema without a type', received: `schema and ${other}` };
  }
  if (isStandardSchema(schema)) return { kind: 'any' };
  if (typeof schema === 'object' && schema !== null) return { kind: 'schema', schema };
  const expected = 'a schema as data, or a Standard Schema';
  return { code: 'RR1006', expected, received: schema === null ? 'null' : typeof schema };
}

/** A schema replaces them. */
const OTHER_TYPES = [
  'type',
  'enum',
  'anyOf',
  'properties',
  'additionalProperties',
  'items',
] as const satisfies readonly (keyof ParamOptions)[];

/** A signature is not needed then. */
export function statesType(options: ParamOptions | undefined): boolean {
  if (options === undefined) return false;
  return options.schema !== undefined || OTHER_TYPES.some((name) => options[name] !== undefined);
}

/** `@ListOf` must agree with the type that `@Param` or the signature states. */
function listType(
  items: DeclaredType,
  source: ParameterDeclaration,
): DeclaredType | TypeDiagnostic {
  const { options, signature } = source;
  const isNullable = options?.nullable ?? signature?.type.nullable === true;
  const other = options?.type ?? signature?.type.kind;
  if (other !== undefined && other !== 'array') {
    const received = signature === undefined ? String(other) : nameOfType(signature.type);
    return { code: 'RR1018', expected: 'a list', received };
  }
  const read = signature?.type.kind === 'array' ? signature.type.items.keywords : undefined;
  const whole = read === undefined ? items : { ...items, keywords: { ...read, ...items.keywords } };
  const type = { kind: 'array', items: whole } as const;
  return isNullable ? { ...type, nullable: true } : type;
}
