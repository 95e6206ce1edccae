import {
  nameOfType,
  type ClassHandle,
  type ClassType,
  type DeclaredProperty,
  type DeclaredType,
  type ObjectType,
} from '../../types/type.js';
import type { ValueClassReader } from '../declaration/route-declaration.js';
import {
  type ParameterDeclaration,
  defaultOf,
  isRequiredBy,
  limitsIn,
  nameOf,
  propertyOf,
  declaredType,
  conflictDetails,
  misplacedFileOptions,
  undescribed,
} from '../declaration/parameter-declaration.js';
import {
  isTypeDiagnostic,
  schemaOfType,
  type ObjectSchemaMaker,
  type TypeDiagnostic,
  type TypeSchema,
  namedPart,
  propertySchema,
  withSchema,
  type Hydration,
} from '../../types/type-schema.js';
import type { ValueSchema, PropertySchema } from '../../schema/vocabulary.js';
import { isStandardSchema } from '../../types/standard-schema.js';
import { checkSchema } from '../../schema/check-schema.js';
import { mergeObjects, withoutUndefined } from '../../shared/records.js';
import { optionDetails } from './parameter-finding.js';

/** A Standard Schema validates a whole argument: it cannot be a part of another schema. */
const STANDARD: TypeDiagnostic = {
  code: 'RR1006',
  expected: 'a schema as data, or the Standard Schema on the whole argument',
  received: 'a Standard Schema',
};

/** A text is read in one way within one argument. */
const LISTS: TypeDiagnostic = {
  code: 'RR1006',
  expected: 'lists on the whole argument',
  received: 'lists',
};

/**
 * The names of the definitions of an argument or a result: one for each class or interface, and another one for the
 * same class where it is read in another way.
 */
export class DefinitionNames {
  readonly #named: (Frame & { readonly name: string })[] = [];

  nameOf(frame: Frame): string {
    const known = this.#named.find((one) => isSame(one, frame))?.name;
    if (known !== undefined) return known;
    const { title = 'Object' } = frame;
    let name = title;
    for (let count = 2; this.#named.some((one) => one.name === name); count++) {
      name = `${title}${count}`;
    }
    this.#named.push({ ...frame, name });
    return name;
  }
}

/** An object whose schema is being made. */
interface Frame {
  /** The class, or the declared type of an object. */
  readonly of: unknown;
  readonly read: ValueClassReader;
  /** Whether it is one type of a union. */
  readonly isOption: boolean;
  /** The name of the class or interface. */
  readonly title: string | undefined;
  /** Whether it is within itself, or around an object that is. */
  isRecursive?: true;
}

function isSame(one: Frame, { of, read, isOption }: Frame): boolean {
  return one.of === of && one.read === read && one.isOption === isOption;
}

/** The context of an object. */
interface Surroundings {
  readonly read: ValueClassReader;
  readonly names: DefinitionNames;
  /** Outermost first. */
  readonly open: readonly Frame[];
  /** Objects that contain themselves, and have their schemas: other uses of them only refer to these. */
  readonly defined: Frame[];
}

/** The schema of an object or a class. With `isOption`, it is one type of a union. */
export function objectSchema(
  type: ClassType | ObjectType,
  read: ValueClassReader,
  isOption = false,
  names = new DefinitionNames(),
): TypeSchema | TypeDiagnostic {
  return schemaWithin(type, isOption, { read, names, open: [], defined: [] });
}

/** The schema of a value class, for the diagnostics of its properties. */
export function checkValueClass(
  handle: ClassHandle,
  read: ValueClassReader,
): TypeSchema | TypeDiagnostic {
  return objectSchema({ kind: 'class', handle }, read);
}

function schemaWithin(
  type: ClassType | ObjectType,
  isOption: boolean,
  around: Surroundings,
): TypeSchema | TypeDiagnostic {
  const object = type.kind === 'object' && type.target !== undefined ? type.target() : type;
  if (object === undefined) return dangling(type);
  const { read, names, open, defined } = around;
  const isClass = object.kind === 'class';
  const frame: Frame = {
    of: isClass ? object.handle.ref : object,
    read,
    isOption,
    title: isClass ? object.handle.name : object.name,
  };
  const at = open.findIndex((one) => isSame(one, frame));
  if (at !== -1) markRecursive(open.slice(at));
  const known = open[at] ?? defined.find((one) => isSame(one, frame));
  if (known !== undefined) return { schema: referenceTo(known, names), hydrations: [] };
  const within: Surroundings = { ...around, open: [...open, frame] };
  const makeObject: ObjectSchemaMaker = (nested, isNested = false) =>
    schemaWithin(nested, isNested, within);
  const made = isClass
    ? classSchema(object.handle, read, isOption, makeObject)
    : plainSchema(object, makeObject);
  if (isTypeDiagnostic(made) || frame.isRecursive !== true) {
    return isClass ? made : namedPart(made, object.name);
  }
  defined.push(frame);
  const name = names.nameOf(frame);
  const { schema, hydrations } = made;
  const definition = { schema, into: 'definition', name, title: frame.title ?? name } as const;
  return { schema: referenceTo(frame, names), hydrations: [...hydrations, definition] };
}

/**
 * The first is within the last. Named ones between become definitions too: otherwise the schemas of objects that refer
 * to each other would be written out in each other, many times.
 */
function markRecursive([first, ...between]: readonly Frame[]): void {
  if (first !== undefined) first.isRecursive = true;
  for (const frame of between) if (frame.title !== undefined) frame.isRecursive = true;
}

function referenceTo(frame: Frame, names: DefinitionNames): ValueSchema {
  return { type: 'object', $ref: names.nameOf(frame) };
}

/** An object that refers to one that its declaration does not have. */
function dangling(type: ClassType | ObjectType): TypeDiagnostic {
  const received = nameOfType(type);
  return { code: 'RR1014', expected: 'a type that a schema can express', received };
}

/**
 * Other properties are rejected; those of a class that class-validator describes are left out, as `whitelist` of Nest's
 * `ValidationPipe` does.
 */
function classSchema(
  handle: ClassHandle,
  read: ValueClassReader,
  isOption: boolean,
  makeObject: ObjectSchemaMaker,
): TypeSchema | TypeDiagnostic {
  const sources = argumentsOfClass(handle, read);
  if ('code' in sources) return sources;
  const made = propertySchemas(sources, handle.name, makeObject);
  if ('code' in made) return made;
  const { properties, hydrations } = made;
  const isOpen =
    !isOption &&
    sources.some(({ ruleState, isClosed }) => ruleState !== undefined && isClosed !== true);
  const schema: ValueSchema = {
    type: 'object',
    properties,
    ...(isOpen ? {} : { additionalProperties: false }),
  };
  const own = withoutUndefined({
    properties: renamedIn(sources),
    neverAbsent: neverAbsentIn(sources),
  });
  return { schema, hydrations: [...hydrations, { schema, into: handle, ...own }] };
}

/** The properties of a class that have another name in requests, by this name; `undefined` if none has. */
function renamedIn(
  sources: readonly ParameterDeclaration[],
): ReadonlyMap<string, string> | undefined {
  const renamed = sources
    .map((source) => [nameOf(source) ?? '', propertyOf(source)] as const)
    .filter(([name, property]) => name !== property);
  return renamed.length === 0 ? undefined : new Map(renamed);
}

/** The properties that have a default, and whose type does not allow them to be absent; `undefined` if none has. */
function neverAbsentIn(sources: readonly ParameterDeclaration[]): ReadonlySet<string> | undefined {
  const neverAbsent = sources.filter(
    (source) =>
      source.signature !== undefined &&
      source.signature.optional !== true &&
      defaultOf(source) !== undefined,
  );
  return neverAbsent.length === 0
    ? undefined
    : new Set(neverAbsent.map((source) => nameOf(source) ?? ''));
}

export function argumentsOfClass(
  handle: ClassHandle,
  readValueClass: ValueClassReader,
): readonly ParameterDeclaration[] | TypeDiagnostic {
  const sources = readValueClass(handle) ?? [];
  if (sources.length === 0) {
    return { code: 'RR1020', expected: 'a class with declared properties', received: handle.name };
  }
  const missing = sources.filter(({ ruleState }) => ruleState === 'missing').map(nameOfProperty);
  if (missing.length > 0) {
    const expected = `a decorator of class-validator, @Param or @ListOf on each property of ${handle.name}`;
    return {
      code: 'RR1058',
      expected,
      received: `none on ${missing.join(', ')}`,
      properties: missing,
    };
  }
  return sources
    .filter(({ ruleState }) => ruleState !== 'left-out')
    .map((source) => (source.ruleState === 'deferred' ? anyValue(source) : source));
}

/** The declaration for reading values: the one for class-validator, or else the declaration itself. */
export function asRead(source: ParameterDeclaration): ParameterDeclaration {
  const { read = source } = source;
  return read.ruleState === 'deferred' ? anyValue(read) : read;
}

/** The schema accepts any value: class-validator validates it, after class-transformer. */
function anyValue(source: ParameterDeclaration): ParameterDeclaration {
  const { index, convert, isClosed, property, sentAs } = source;
  const signature = {
    name: nameOfProperty(source),
    type: { kind: 'any' },
    optional: true,
    ...annotationsOf(source),
    // class-transformer does not change a default.
    ...withoutUndefined({ default: convert === undefined ? undefined : defaultOf(source) }),
  } as const;
  const described = { ...undescribed(index), ruleState: 'deferred', signature } as const;
  return mergeObjects(described, withoutUndefined({ convert, isClosed, property, sentAs }));
}

function plainSchema(
  { name, title, properties = [], additional }: ObjectType,
  makeObject: ObjectSchemaMaker,
): TypeSchema | TypeDiagnostic {
  const sources = properties.map(declareProperty);
  const named = propertySchemas(sources, name, makeObject);
  if ('code' in named) return named;
  const others = additional === undefined ? undefined : schemaOfType(additional, makeObject);
  if (others !== undefined && isTypeDiagnostic(others)) return others;
  const schema: ValueSchema = {
    type: 'object',
    ...withoutUndefined({ title }),
    ...(properties.length > 0 || others === undefined ? { properties: named.properties } : {}),
    additionalProperties: othersAllowed(others),
  };
  const hasDefaults = Object.values(named.properties).some(hasDefault);
  const neverAbsent = withoutUndefined({ neverAbsent: neverAbsentIn(sources) });
  const own: readonly Hydration[] = hasDefaults
    ? [{ schema, into: 'defaults', ...neverAbsent }]
    : [];
  return { schema, hydrations: [...named.hydrations, ...(others?.hydrations ?? []), ...own] };
}

function hasDefault({ default: value }: PropertySchema): boolean {
  return value !== undefined;
}

export function declareProperty(signature: DeclaredProperty, index: number): ParameterDeclaration {
  return { ...undescribed(index), signature };
}

function othersAllowed(others: TypeSchema | undefined): boolean | ValueSchema {
  if (others === undefined) return false;
  return Object.keys(others.schema).length === 0 ? true : others.schema;
}

function propertySchemas(
  sources: readonly ParameterDeclaration[],
  ownerName: string | undefined,
  makeObject: ObjectSchemaMaker,
):
  | (Pick<TypeSchema, 'hydrations'> & {
      readonly properties: Readonly<Record<string, PropertySchema>>;
    })
  | TypeDiagnostic {
  const properties: [string, PropertySchema][] = [];
  const hydrations: Hydration[] = [];
  for (const source of sources) {
    const made = checkProperty(source, ownerName, makeObject);
    if (isTypeDiagnostic(made)) return made;
    const name = nameOf(source) ?? '';
    if (properties.some(([other]) => other === name)) {
      const received = `${name} twice`;
      return inProperty(
        { code: 'RR1021', expected: 'names that differ', received },
        ownerName,
        source,
      );
    }
    properties.push([name, made.schema]);
    hydrations.push(...made.hydrations);
  }
  return { properties: Object.fromEntries(properties), hydrations };
}

function checkProperty(
  source: ParameterDeclaration,
  ownerName: string | undefined,
  makeObject: ObjectSchemaMaker,
): TypeSchema | TypeDiagnostic {
  const conflict = conflictDetails(source);
  if (conflict !== undefined) return inProperty(conflict, ownerName, source);
  const [misplaced] = misplacedFileOptions(source);
  if (misplaced !== undefined) return inProperty(misplaced, ownerName, source);
  if (source.options?.lists !== undefined) return inProperty(LISTS, ownerName, source);
  if (isStandardSchema(source.options?.schema)) return inProperty(STANDARD, ownerName, source);
  const type = declaredType(source);
  if (type === undefined || nameOf(source) === undefined) {
    const expected = `a signature or @Param({ type }) on ${displayProperty(ownerName, source)}`;
    return { code: 'RR1016', expected, received: 'neither', properties: [nameOfProperty(source)] };
  }
  const made = 'code' in type ? type : schemaOfSource(source, type, makeObject);
  const limited = isTypeDiagnostic(made) ? made : withLimits(made, source);
  return isTypeDiagnostic(limited) ? inProperty(limited, ownerName, source) : limited;
}

export function schemaOfSource(
  { convert }: ParameterDeclaration,
  type: DeclaredType,
  makeObject: ObjectSchemaMaker,
): TypeSchema | TypeDiagnostic {
  const made = schemaOfType(type, makeObject);
  if (convert === undefined || isTypeDiagnostic(made)) return made;
  const { schema, hydrations } = made;
  return { schema, hydrations: [...hydrations, { schema, into: convert }] };
}

function withLimits(made: TypeSchema, source: ParameterDeclaration): TypeSchema | TypeDiagnostic {
  const limited = mergeObjects(made.schema, limitsIn(source), annotationsOf(source));
  const schema = propertySchema(limited, isRequiredBy(source), defaultOf(source));
  const isData = source.options?.schema !== undefined;
  const [wrong] = checkSchema(schema, undefined, isData);
  return wrong === undefined ? withSchema(made, schema) : optionDetails(wrong, isData);
}

function annotationsOf({
  options,
  signature = {} as NonNullable<ParameterDeclaration['signature']>,
}: ParameterDeclaration): Pick<
  DeclaredProperty,
  'description' | 'title' | 'context' | 'example' | 'deprecated'
> {
  const { title, context, example, deprecated } = signature;
  const description = options?.description ?? signature.description;
  return withoutUndefined({ description, title, context, example, deprecated });
}

/** The same diagnostic, with its place from the object around the property. */
function inProperty(
  diagnostic: TypeDiagnostic,
  ownerName: string | undefined,
  source: ParameterDeclaration,
): TypeDiagnostic {
  return {
    ...diagnostic,
    received: `${diagnostic.received} (${displayProperty(ownerName, source)})`,
    properties: [nameOfProperty(source), ...(diagnostic.properties ?? [])],
  };
}

function displayProperty(ownerName: string | undefined, source: ParameterDeclaration): string {
  const name = nameOfProperty(source);
  return ownerName === undefined ? name : `${ownerName}.${name}`;
}

function nameOfProperty(source: ParameterDeclaration): string {
  return nameOf(source) ?? `property ${source.index + 1}`;
}
