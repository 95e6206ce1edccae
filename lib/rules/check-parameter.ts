import type { Fault, FaultCode, FaultPlace } from '../diagnostics/diagnostic-catalogue.js';
import { checkSchema, type SchemaFault } from '../schema/check.js';
import type { ArgumentSchema, ValueSchema } from '../schema/vocabulary.js';
import type {
  ArgumentDeclaration,
  ClassHandle,
  ClassReaders,
  DeclaredType,
  Hydration,
  Judged,
  ParameterDeclaration,
  ParameterSource,
} from '../model/declaration/route-declaration.js';
import { declaredType } from '../model/declaration/declared-type.js';
import { judgeValueClass } from './check-value-class.js';
import { joined } from '../shared/merge-objects.js';
import type { ParamOptions } from '../model/declaration/param-options.js';
import { defaultOf, limitsOf, nameOf } from '../model/declaration/parameter-source.js';
import { isClassOfValues } from './class-of-values.rule.js';
import { isTypeFault, schemaOfType } from '../model/declaration/type-schema.js';

const NO_OPTIONS: ParamOptions = {};

/** Decides what a parameter is, and makes its schema where it is an argument. */
export function judgeParameter(
  source: ParameterSource,
  place: FaultPlace,
  readers: ClassReaders,
): Judged<ParameterDeclaration> {
  const { index } = source;
  if (source.filledByNest) return found({ kind: 'nest', index });
  const name = nameOf(source);
  const at = { parameterName: name ?? `parameter ${index + 1}`, ...place };
  const type = declaredType(source);
  if (type === undefined) return undeclared(at);
  if (isTypeMismatch(type)) return refused(at, type.code, type.expected, type.received);
  if (type.kind === 'request') return found({ kind: 'request', index });
  if (type.kind === 'class') return judgeService(source, type.handle, at, readers);
  if (name === undefined) return undeclared(at);
  return judgeArgument(source, name, type, at, readers);
}

function judgeService(
  { index, options, statesInjection }: ParameterSource,
  handle: ClassHandle,
  at: FaultPlace,
  { traits }: ClassReaders,
): Judged<ParameterDeclaration> {
  const known = traits(handle);
  const isStated = statesInjection === true || options?.inject !== undefined;
  if (known === undefined || !isClassOfValues(known, isStated)) {
    return found({ kind: 'service', index, handle });
  }
  const expected = `@ListOf(${handle.name}) on a list of values, or a service`;
  return refused(at, 'RR1019', expected, `${handle.name}, a class of values`);
}

function judgeArgument(
  source: ParameterSource,
  name: string,
  type: DeclaredType,
  at: FaultPlace,
  readers: ClassReaders,
): Judged<ArgumentDeclaration> {
  const made = schemaOfType(type, (handle) => judgeValueClass(handle, readers.properties));
  if (isTypeFault(made)) return refused(at, made.code, made.expected, made.received);
  const schema = argumentSchema(made.schema, source);
  // The classes within have been judged, property by property.
  const faults = checkSchema(schema, (inner) =>
    made.hydrations.some((hydration) => hydration.schema === inner && hydration.into !== 'date'),
  );
  if (faults.length > 0) return { value: undefined, faults: faults.map((one) => placed(one, at)) };
  const hydrations = made.hydrations.map((hydration) => rebase(hydration, made.schema, schema));
  return found({ kind: 'argument', index: source.index, name, schema, hydrations });
}

function placed({ keyword, expected, received }: SchemaFault, at: FaultPlace): Fault {
  return faultOf(at, keyword === 'default' ? 'RR1015' : 'RR1006', expected, received);
}

/** Limits are added to a copy of the type's schema; a hydration of the whole moves along. */
function rebase(hydration: Hydration, from: ValueSchema, to: ValueSchema): Hydration {
  return hydration.schema === from ? { ...hydration, schema: to } : hydration;
}

function argumentSchema(schema: ValueSchema, source: ParameterSource): ArgumentSchema {
  const { options = NO_OPTIONS, list, signature } = source;
  const fallback = defaultOf(source);
  const description = options.description ?? signature?.description;
  const required = options.required ?? (fallback === undefined && signature?.optional !== true);
  const head = description === undefined ? schema : { description, ...schema };
  const limits = joined(limitsOf(options), list?.limits, { required });
  return joined(head, limits, fallback === undefined ? undefined : { default: fallback });
}

function isTypeMismatch(
  type: NonNullable<ReturnType<typeof declaredType>>,
): type is Exclude<typeof type, DeclaredType> {
  return 'code' in type;
}

function undeclared(at: FaultPlace): Judged<never> {
  return refused(at, 'RR1016', 'a signature, or @Param with name and type', 'neither');
}

function found<T>(value: T): Judged<T> {
  return { value, faults: [] };
}

function refused(
  at: FaultPlace,
  code: FaultCode,
  expected: string,
  received: string,
): Judged<never> {
  return { value: undefined, faults: [faultOf(at, code, expected, received)] };
}

function faultOf(at: FaultPlace, code: FaultCode, expected: string, received: string): Fault {
  return { ...at, code, expected, received };
}
