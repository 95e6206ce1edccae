import type { Hydration } from '../../model/checked/checked-parameter.js';
import type { ValueClassReader } from '../../model/declaration/class-readers.js';
import {
  defaultOf,
  limitsOf,
  nameOf,
  type ParameterDeclaration,
} from '../../model/declaration/parameter-declaration.js';
import { declaredType } from '../../model/declaration/type-of-parameter.js';
import type { ClassHandle } from '../../model/types/declared-type.js';
import {
  isTypeDiagnostic,
  propertySchema,
  schemaOfType,
  type ObjectSchemaMaker,
  type TypeDiagnostic,
  type TypeSchema,
} from '../../model/types/type-schema.js';
import { checkSchema } from '../../schema/check-schema.js';
import type { PropertySchema, ValueSchema } from '../../schema/vocabulary.js';
import { mergeObjects } from '../../shared/merge-objects.js';
import { optionDetails } from './parameter-finding.js';

/** The object schema of a value class. `outer` holds the classes around it: one may not hold itself. */
export function checkValueClass(
  handle: ClassHandle,
  readValueClass: ValueClassReader,
  outer: readonly unknown[] = [],
): TypeSchema | TypeDiagnostic {
  if (outer.includes(handle.ref)) {
    return { code: 'RR1014', expected: 'a class that does not hold itself', received: handle.name };
  }
  const sources = readValueClass(handle);
  if (sources === undefined || sources.length === 0) {
    return { code: 'RR1020', expected: 'a class with declared properties', received: handle.name };
  }
  const within = [...outer, handle.ref];
  return checkProperties(sources, handle, (inner) =>
    checkValueClass(inner, readValueClass, within),
  );
}

function checkProperties(
  sources: readonly ParameterDeclaration[],
  owner: ClassHandle,
  objectSchema: ObjectSchemaMaker,
): TypeSchema | TypeDiagnostic {
  const properties: Record<string, PropertySchema> = {};
  const hydrations: Hydration[] = [];
  for (const source of sources) {
    const made = checkProperty(source, owner, objectSchema);
    if (isTypeDiagnostic(made)) return made;
    properties[nameOf(source) ?? ''] = made.schema;
    hydrations.push(...made.hydrations);
  }
  const schema: ValueSchema = { type: 'object', properties, additionalProperties: false };
  return { schema, hydrations: [...hydrations, { schema, into: owner }] };
}

function checkProperty(
  source: ParameterDeclaration,
  owner: ClassHandle,
  objectSchema: ObjectSchemaMaker,
): TypeSchema | TypeDiagnostic {
  const type = declaredType(source);
  if (type === undefined || nameOf(source) === undefined) {
    const expected = `a signature or @Param({ type }) on ${displayProperty(owner, source)}`;
    return { code: 'RR1016', expected, received: 'neither', properties: [nameOfProperty(source)] };
  }
  const made = 'code' in type ? type : schemaOfType(type, objectSchema);
  if (isTypeDiagnostic(made)) return inProperty(made, owner, source);
  return withLimits(made, owner, source);
}

function withLimits(
  made: TypeSchema,
  owner: ClassHandle,
  source: ParameterDeclaration,
): TypeSchema | TypeDiagnostic {
  const limited = mergeObjects(made.schema, limitsOf(source.options ?? {}), source.list?.limits);
  const schema = propertySchema(limited, isRequired(source), source);
  const [wrong] = checkSchema(schema);
  if (wrong !== undefined) return inProperty(optionDetails(wrong), owner, source);
  const hydrations = made.hydrations.map((hydration) =>
    hydration.schema === made.schema ? { ...hydration, schema } : hydration,
  );
  return { schema, hydrations };
}

/** The same diagnostic, seen from the class around the property. */
function inProperty(
  diagnostic: TypeDiagnostic,
  owner: ClassHandle,
  source: ParameterDeclaration,
): TypeDiagnostic {
  return {
    ...diagnostic,
    received: `${diagnostic.received} (${displayProperty(owner, source)})`,
    properties: [nameOfProperty(source), ...(diagnostic.properties ?? [])],
  };
}

function displayProperty(owner: ClassHandle, source: ParameterDeclaration): string {
  return `${owner.name}.${nameOfProperty(source)}`;
}

function nameOfProperty(source: ParameterDeclaration): string {
  return nameOf(source) ?? `property ${source.index + 1}`;
}

function isRequired(source: ParameterDeclaration): boolean {
  const isOptional = defaultOf(source) !== undefined || source.signature?.optional === true;
  return source.options?.required ?? !isOptional;
}
