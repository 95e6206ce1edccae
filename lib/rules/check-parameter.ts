import type {
  Diagnostic,
  DiagnosticCode,
  DiagnosticPlace,
} from '../diagnostics/diagnostic-catalogue.js';
import { checkSchema, type SchemaDiagnostic } from '../schema/check.js';
import type { ArgumentSchema, ValueSchema } from '../schema/vocabulary.js';
import type {
  CheckedArgument,
  Hydration,
  Checked,
  CheckedParameter,
} from '../model/checked/checked-parameter.js';
import type { ClassHandle, DeclaredType } from '../model/types/declared-type.js';
import type { ClassReaders } from '../model/declaration/class-readers.js';
import type { ParameterDeclaration } from '../model/declaration/parameter-declaration.js';
import { declaredType } from '../model/declaration/type-of-parameter.js';
import { checkValueClass } from './check-value-class.js';
import { mergeObjects } from '../shared/merge-objects.js';
import type { ParamOptions } from '../model/declaration/param-options.js';
import { defaultOf, limitsOf, nameOf } from '../model/declaration/parameter-declaration.js';
import { isClassOfValues } from './class-of-values.rule.js';
import { isTypeDiagnostic, schemaOfType } from '../model/types/type-schema.js';

const NO_OPTIONS: ParamOptions = {};

/** Decides what a parameter is, and makes its schema where it is an argument. */
export function checkParameter(
  source: ParameterDeclaration,
  place: DiagnosticPlace,
  readers: ClassReaders,
): Checked<CheckedParameter> {
  const { index } = source;
  if (source.filledByNest) return found({ kind: 'nest', index });
  const name = nameOf(source);
  const at = { parameterName: name ?? `parameter ${index + 1}`, ...place };
  const type = declaredType(source);
  if (type === undefined) return undeclared(at);
  if (isTypeMismatch(type)) return rejected(at, type.code, type.expected, type.received);
  if (type.kind === 'request') return found({ kind: 'request', index });
  if (type.kind === 'class') return checkService(source, type.handle, at, readers);
  if (name === undefined) return undeclared(at);
  return checkArgument(source, name, type, at, readers);
}

function checkService(
  { index, options, statesInjection }: ParameterDeclaration,
  handle: ClassHandle,
  at: DiagnosticPlace,
  { traits }: ClassReaders,
): Checked<CheckedParameter> {
  const known = traits(handle);
  const isStated = statesInjection === true || options?.inject !== undefined;
  if (known === undefined || !isClassOfValues(known, isStated)) {
    return found({ kind: 'service', index, handle });
  }
  const expected = `@ListOf(${handle.name}) on a list of values, or a service`;
  return rejected(at, 'RR1019', expected, `${handle.name}, a class of values`);
}

function checkArgument(
  source: ParameterDeclaration,
  name: string,
  type: DeclaredType,
  at: DiagnosticPlace,
  readers: ClassReaders,
): Checked<CheckedArgument> {
  const made = schemaOfType(type, (handle) => checkValueClass(handle, readers.properties));
  if (isTypeDiagnostic(made)) return rejected(at, made.code, made.expected, made.received);
  const schema = argumentSchema(made.schema, source);
  // The classes within have been checked, property by property.
  const diagnostics = checkSchema(schema, (inner) =>
    made.hydrations.some((hydration) => hydration.schema === inner && hydration.into !== 'date'),
  );
  if (diagnostics.length > 0)
    return { value: undefined, diagnostics: diagnostics.map((one) => placed(one, at)) };
  const hydrations = made.hydrations.map((hydration) => rebase(hydration, made.schema, schema));
  return found({ kind: 'argument', index: source.index, name, schema, hydrations });
}

function placed(
  { keyword, expected, received }: SchemaDiagnostic,
  at: DiagnosticPlace,
): Diagnostic {
  return diagnosticOf(at, keyword === 'default' ? 'RR1015' : 'RR1006', expected, received);
}

/** Limits are added to a copy of the type's schema; a hydration of the whole moves along. */
function rebase(hydration: Hydration, from: ValueSchema, to: ValueSchema): Hydration {
  return hydration.schema === from ? { ...hydration, schema: to } : hydration;
}

function argumentSchema(schema: ValueSchema, source: ParameterDeclaration): ArgumentSchema {
  const { options = NO_OPTIONS, list, signature } = source;
  const fallback = defaultOf(source);
  const description = options.description ?? signature?.description;
  const required = options.required ?? (fallback === undefined && signature?.optional !== true);
  const head = description === undefined ? schema : { description, ...schema };
  const limits = mergeObjects(limitsOf(options), list?.limits, { required });
  return mergeObjects(head, limits, fallback === undefined ? undefined : { default: fallback });
}

function isTypeMismatch(
  type: NonNullable<ReturnType<typeof declaredType>>,
): type is Exclude<typeof type, DeclaredType> {
  return 'code' in type;
}

function undeclared(at: DiagnosticPlace): Checked<never> {
  return rejected(at, 'RR1016', 'a signature, or @Param with name and type', 'neither');
}

function found<T>(value: T): Checked<T> {
  return { value, diagnostics: [] };
}

function rejected(
  at: DiagnosticPlace,
  code: DiagnosticCode,
  expected: string,
  received: string,
): Checked<never> {
  return { value: undefined, diagnostics: [diagnosticOf(at, code, expected, received)] };
}

function diagnosticOf(
  at: DiagnosticPlace,
  code: DiagnosticCode,
  expected: string,
  received: string,
): Diagnostic {
  return { ...at, code, expected, received };
}
