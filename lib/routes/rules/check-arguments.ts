import {
  type ClassHandle,
  type ClassType,
  type DeclaredType,
  type ObjectType,
  nameOfType,
  isFileType,
} from '../../types/type.js';
import type { CheckedArgument, CheckedArguments } from '../definition/parameter-definition.js';
import {
  type Hydration,
  type TypeDiagnostic,
  type TypeSchema,
  classesIn,
  definitionsByName,
  isTypeDiagnostic,
  withSchema,
} from '../../types/type-schema.js';
import type { ClassReaders, ValueClassReader } from '../declaration/route-declaration.js';
import {
  nameOf,
  type ParameterDeclaration,
  declaredType,
  defaultOf,
  isRequiredBy,
  limitsIn,
  conflictDetails,
  misplacedFileOptions,
} from '../declaration/parameter-declaration.js';
import {
  argumentsOfClass,
  asRead,
  declareProperty,
  DefinitionNames,
  objectSchema,
  schemaOfSource,
} from './check-value-class.js';
import { optionDetails } from './parameter-finding.js';
import { withMarks } from '../../types/data-schema.js';
import { isStandardSchema, type StandardSchema, shownSchema } from '../../types/standard-schema.js';
import { checkDefault, checkSchema } from '../../schema/check-schema.js';
import { nestedSchemas, isSchemaLike } from '../../schema/keywords/nested-schemas.js';
import { readMoment } from '../../schema/schema.js';
import { type ArgumentSchema, typesOf, type ValueSchema } from '../../schema/vocabulary.js';
import { isListStyle, LIST_STYLES } from '../definition/value-reading.js';
import { mergeObjects, withoutUndefined } from '../../shared/records.js';
import { checkFileArgument } from './check-file-argument.js';
import { isThenable } from '../../shared/promises.js';

export function checkArguments(
  source: ParameterDeclaration,
  type: DeclaredType,
  readers: ClassReaders,
): CheckedArguments | TypeDiagnostic[] {
  const found = membersOf(type, readers);
  if ('code' in found) return [found];
  const members: CheckedArgument[] = [];
  const wrong: TypeDiagnostic[] = [];
  for (const property of found.sources) {
    const checked = checkMember({ ...property, index: source.index }, readers);
    if (Array.isArray(checked)) wrong.push(...checked);
    else members.push(checked);
  }
  if (wrong.length > 0) return wrong;
  return { kind: 'arguments', index: source.index, members, into: found.into };
}

export function argumentSources(
  source: ParameterDeclaration,
  readers: ClassReaders,
): readonly ParameterDeclaration[] {
  if (source.takesArguments !== true) return [source];
  const type = declaredType(source);
  const found = type === undefined || 'code' in type ? undefined : membersOf(type, readers);
  return found === undefined || 'code' in found ? [] : found.sources;
}

function membersOf(
  type: DeclaredType,
  { properties }: ClassReaders,
):
  | { readonly sources: readonly ParameterDeclaration[]; readonly into: ClassHandle | undefined }
  | TypeDiagnostic {
  if (type.nullable === true) return notArguments(nameOfType(type));
  if (type.kind === 'object') {
    const { properties: declared = [], additional } = type;
    const isList = declared.length > 0 && additional === undefined;
    return isList
      ? { sources: declared.map(declareProperty), into: undefined }
      : notArguments(nameOfType(type));
  }
  if (type.kind !== 'class') return notArguments(nameOfType(type));
  const sources = argumentsOfClass(type.handle, properties);
  return 'code' in sources ? sources : { sources, into: type.handle };
}

function notArguments(received: string): TypeDiagnostic {
  const expected = 'an interface, a type literal or a value class, with known properties';
  return { code: 'RR1028', expected, received };
}

function checkMember(
  source: ParameterDeclaration,
  readers: ClassReaders,
): CheckedArgument | TypeDiagnostic[] {
  const name = nameOf(source);
  const type = declaredType(source);
  if (name === undefined || type === undefined) {
    const expected = `a signature or @Param({ type }) on ${name ?? 'each property'}`;
    return [{ code: 'RR1016', expected, received: 'neither' }];
  }
  const conflict = conflictDetails(source);
  if (conflict !== undefined) return [inMember(conflict, name)];
  const checked = 'code' in type ? [type] : checkArgument(source, name, type, readers);
  return Array.isArray(checked) ? checked.map((one) => inMember(one, name)) : checked;
}

/** The same diagnostic, with its place from the parameter. */
function inMember(diagnostic: TypeDiagnostic, name: string): TypeDiagnostic {
  const { received, properties = [] } = diagnostic;
  return { ...diagnostic, received: `${received} (${name})`, properties: [name, ...properties] };
}

export function checkArgument(
  source: ParameterDeclaration,
  name: string,
  type: DeclaredType,
  { properties }: ClassReaders,
): CheckedArgument | TypeDiagnostic[] {
  const stated = source.options?.schema;
  if (isFileType(type)) return checkFileArgument(source, name, type);
  const misplaced = [...misplacedFileOptions(source), ...replacedFile(source)];
  if (misplaced.length > 0) return misplaced;
  if (stated !== undefined && isStandardSchema(stated))
    return checkStandardArgument(source, name, stated);
  const whole = wholeSchema(source, type, properties);
  if (isTypeDiagnostic(whole)) return [whole];
  const { schema, hydrations } = whole;
  const isOwn = stated === undefined;
  const definitions = definitionsByName(hydrations);
  const wrong = [schema, ...definitions.values()].flatMap((one) =>
    checkSchema(one, (nested) => isCheckedClass(nested, hydrations), !isOwn, definitions),
  );
  if (wrong.length > 0) return wrong.map((one) => optionDetails(one, !isOwn));
  const misread = [
    ...wrongLists(source, [schema, ...definitions.values()]),
    ...wrongMoment(schema, hydrations),
  ];
  if (misread.length > 0) return misread;
  const { index, options: { match, lists } = {} } = source;
  const read = isReadOtherwise(source, hydrations, properties)
    ? readSchema(source, type, properties)
    : undefined;
  if (read !== undefined && isTypeDiagnostic(read)) return [read];
  const [rejectedDefault] = isOwn ? [] : checkDefault(schema, definitions);
  const argument = {
    ...({ kind: 'argument', index, name, schema, hydrations, match, lists } as const),
    ...withoutUndefined({ isData: isOwn ? undefined : (true as const), rejectedDefault }),
  };
  return read === undefined ? argument : { ...argument, read };
}

/** Rejects `lists` that would have no effect. */
function wrongLists(
  { options }: ParameterDeclaration,
  schemas: readonly ValueSchema[],
): TypeDiagnostic[] {
  const stated: unknown = options?.lists;
  if (stated === undefined) return [];
  if (!isListStyle(stated)) {
    const expected = `lists: ${LIST_STYLES.map((style) => `'${style}'`).join(' or ')}`;
    return [{ code: 'RR1006', expected, received: JSON.stringify(stated) ?? typeof stated }];
  }
  return schemas.some(holdsList) ? [] : [{ code: 'RR1006', expected: 'a list', received: 'lists' }];
}

function holdsList(schema: ValueSchema): boolean {
  return (
    typesOf(schema).includes('array') ||
    nestedSchemas(schema).some(([, nested]) => isSchemaLike(nested) && holdsList(nested))
  );
}

/** A default needs an offset, even if the application states a time zone. */
function wrongMoment(schema: ArgumentSchema, hydrations: readonly Hydration[]): TypeDiagnostic[] {
  const { default: text, format } = schema;
  const isMoment = hydrations.some((one) => one.schema === schema && one.into === 'date');
  if (!isMoment || format === 'date' || typeof text !== 'string') return [];
  const moment = readMoment(text, { zone: undefined, readsForms: false });
  const received = JSON.stringify(text);
  return typeof moment === 'string' ? [{ code: 'RR1015', expected: moment, received }] : [];
}

/**
 * The schema of a parameter that Nest fills, for documents; `undefined` if its type is not known, or no schema expresses
 * it.
 */
export function documentedSchema(
  source: ParameterDeclaration,
  properties: ValueClassReader,
): (TypeSchema & { readonly schema: ArgumentSchema }) | undefined {
  const { signature } = source;
  if (signature?.documented === undefined) return undefined;
  const { documented, ...own } = signature;
  const stated = { ...source, signature: { ...own, type: documented } };
  const made = wholeSchema(stated, documented, properties, properties, standardOfClass);
  return isTypeDiagnostic(made) ? undefined : made;
}

/** A class that a package makes of a schema of zod or of another library, such as `createZodDto`, has it as `schema`. */
function standardOfClass(type: ClassType | ObjectType): TypeSchema | undefined {
  if (type.kind !== 'class' || typeof type.handle.ref !== 'function') return undefined;
  const standard: unknown = Reflect.get(type.handle.ref, 'schema');
  if (!isStandardSchema(standard)) return undefined;
  const schema = shownSchema(standard);
  return { schema, hydrations: [{ schema, into: 'name', name: type.handle.name }] };
}

function wholeSchema(
  source: ParameterDeclaration,
  type: DeclaredType,
  describe: ValueClassReader,
  read: ValueClassReader = describe,
  known: (type: ClassType | ObjectType) => TypeSchema | undefined = () => undefined,
): (TypeSchema & { readonly schema: ArgumentSchema }) | TypeDiagnostic {
  const names = new DefinitionNames();
  // Properties distinguish the options of a union, so a class in it is read by the schema that describes it.
  const made = schemaOfSource(
    source,
    type,
    (nested, isOption) =>
      known(nested) ?? objectSchema(nested, isOption === true ? describe : read, isOption, names),
  );
  return isTypeDiagnostic(made) ? made : withSchema(made, argumentSchema(made.schema, source));
}

function isReadOtherwise(
  { read }: ParameterDeclaration,
  hydrations: readonly Hydration[],
  properties: ValueClassReader,
): boolean {
  const holdsRead = (handle: ClassHandle) =>
    properties(handle)?.some((property) => property.read !== undefined) === true;
  return read !== undefined || classesIn(hydrations).some(holdsRead);
}

function readSchema(
  source: ParameterDeclaration,
  type: DeclaredType,
  properties: ValueClassReader,
): (TypeSchema & { readonly schema: ArgumentSchema }) | TypeDiagnostic | undefined {
  const read = asRead(source);
  const readType = read === source ? type : declaredType(read);
  if (readType === undefined || 'code' in readType) return readType;
  return wholeSchema(read, readType, properties, (handle) => properties(handle)?.map(asRead));
}

/** Rejects `@Param` that replaces the type of a file: the argument would not be a file. */
function replacedFile({ signature }: ParameterDeclaration): readonly TypeDiagnostic[] {
  const isFile = signature !== undefined && isFileType(signature.type);
  const expected = 'a file without another type in @Param or @ListOf';
  return isFile ? [{ code: 'RR1006', expected, received: 'another type' }] : [];
}

/** The value classes within have been checked already, property by property. */
function isCheckedClass(nested: ValueSchema, hydrations: readonly Hydration[]): boolean {
  return hydrations.some(({ schema, into }) => schema === nested && typeof into === 'object');
}

function argumentSchema(schema: ValueSchema, source: ParameterDeclaration): ArgumentSchema {
  const { options, signature } = source;
  const fallback = defaultOf(source);
  const description = options?.description ?? signature?.description;
  const { title, example, deprecated } = signature ?? {};
  const head = { ...schema, ...withoutUndefined({ description, title, example, deprecated }) };
  const isRequired = isRequiredBy(source);
  const listsNames = typeof schema.required === 'object';
  const required = listsNames && !isRequired ? schema.required : isRequired;
  const limits = mergeObjects(limitsIn(source), { required });
  return mergeObjects(
    listsNames && isRequired ? withMarks(head) : head,
    limits,
    fallback === undefined ? undefined : { default: fallback },
  );
}

/** An argument whose values a Standard Schema validates; its JSON Schema is for documents only. */
function checkStandardArgument(
  source: ParameterDeclaration,
  name: string,
  standard: StandardSchema,
): CheckedArgument | TypeDiagnostic[] {
  const { options = {}, signature, index } = source;
  const [limit] = Object.keys(limitsIn(source));
  if (limit !== undefined) {
    const expected = 'a Standard Schema without limits beside it';
    return [{ code: 'RR1006', expected, received: limit }];
  }
  const fallback = defaultOf(source);
  const issue = fallback === undefined ? undefined : firstIssue(standard, fallback);
  if (issue !== undefined) {
    const expected = `a value that the schema accepts (${issue})`;
    return [{ code: 'RR1015', expected, received: JSON.stringify(fallback) }];
  }
  const mayBeAbsent = fallback !== undefined || signature?.optional === true;
  const { description = signature?.description } = options;
  const schema: ArgumentSchema = {
    ...shownSchema(standard),
    ...withoutUndefined({ description }),
    required: options.required ?? !(mayBeAbsent || firstIssue(standard, undefined) === undefined),
    ...withoutUndefined({ default: fallback }),
  };
  const { match } = options;
  return { kind: 'argument', index, name, schema, hydrations: [], match, standard };
}

/**
 * A schema that validates asynchronously or throws cannot be called at startup: an argument that may be absent then
 * needs `required: false`.
 */
function firstIssue(schema: StandardSchema, value: unknown): string | undefined {
  try {
    const result = schema['~standard'].validate(value);
    if (isThenable(result)) {
      result.then(undefined, () => undefined);
      return value === undefined ? 'it validates asynchronously' : undefined;
    }
    return result.issues?.[0]?.message ?? (result.issues === undefined ? undefined : 'invalid');
  } catch (error) {
    return value === undefined ? String(error) : undefined;
  }
}
