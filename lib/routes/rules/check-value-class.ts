import type {
  ClassHandle,
  ClassType,
  DeclaredProperty,
  DeclaredType,
  ObjectType,
} from '../../types/type.js';
import type { ValueClassReader } from '../declaration/route-declaration.js';
import {
  type ParameterDeclaration,
  defaultOf,
  isRequiredBy,
  limitsIn,
  nameOf,
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
 * `outer` has the classes around it: a class must not contain itself. With `isOption`, the schema is one type of a
 * union.
 */
export function objectSchema(
  type: ClassType | ObjectType,
  readValueClass: ValueClassReader,
  isOption = false,
  outer: readonly unknown[] = [],
): TypeSchema | TypeDiagnostic {
  if (type.kind === 'class') return checkValueClass(type.handle, readValueClass, isOption, outer);
  return checkObject(type, (nested, isNested) =>
    objectSchema(nested, readValueClass, isNested, outer),
  );
}

/**
 * Other properties are rejected; those of a class that class-validator describes are left out, as `whitelist` of Nest's
 * `ValidationPipe` does.
 */
export function checkValueClass(
  handle: ClassHandle,
  readValueClass: ValueClassReader,
  isOption = false,
  outer: readonly unknown[] = [],
): TypeSchema | TypeDiagnostic {
  if (outer.includes(handle.ref)) {
    return {
      code: 'RR1014',
      expected: 'a class that does not contain itself',
      received: handle.name,
    };
  }
  const sources = argumentsOfClass(handle, readValueClass);
  if ('code' in sources) return sources;
  const around = [...outer, handle.ref];
  const made = propertySchemas(sources, handle.name, (type, isNested) =>
    objectSchema(type, readValueClass, isNested, around),
  );
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
  return { schema, hydrations: [...hydrations, { schema, into: handle }] };
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
  const { index, convert, isClosed } = source;
  const signature = {
    name: nameOfProperty(source),
    type: { kind: 'any' },
    optional: true,
    ...descriptionOf(source),
    // class-transformer does not change a default.
    ...withoutUndefined({ default: convert === undefined ? undefined : defaultOf(source) }),
  } as const;
  const described = { ...undescribed(index), ruleState: 'deferred', signature } as const;
  return mergeObjects(described, withoutUndefined({ convert, isClosed }));
}

function checkObject(
  { name, properties = [], additional }: ObjectType,
  makeObject: ObjectSchemaMaker,
): TypeSchema | TypeDiagnostic {
  const named = propertySchemas(properties.map(declareProperty), name, makeObject);
  if ('code' in named) return named;
  const others = additional === undefined ? undefined : schemaOfType(additional, makeObject);
  if (others !== undefined && isTypeDiagnostic(others)) return others;
  const schema: ValueSchema = {
    type: 'object',
    ...(properties.length > 0 || others === undefined ? { properties: named.properties } : {}),
    additionalProperties: othersAllowed(others),
  };
  const hasDefaults = Object.values(named.properties).some(hasDefault);
  const own: readonly Hydration[] = hasDefaults ? [{ schema, into: 'defaults' }] : [];
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
    properties.push([nameOf(source) ?? '', made.schema]);
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
  const limited = mergeObjects(made.schema, limitsIn(source), descriptionOf(source));
  const schema = propertySchema(limited, isRequiredBy(source), defaultOf(source));
  const isData = source.options?.schema !== undefined;
  const [wrong] = checkSchema(schema, undefined, isData);
  return wrong === undefined ? withSchema(made, schema) : optionDetails(wrong, isData);
}

function descriptionOf({
  options,
  signature,
}: ParameterDeclaration): Pick<ValueSchema, 'description'> | undefined {
  const description = options?.description ?? signature?.description;
  return description === undefined ? undefined : { description };
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
