import { checkSchema } from '../schema/check.js';
import type { PropertySchema, ValueSchema } from '../schema/vocabulary.js';
import type { ClassHandle } from '../model/types/declared-type.js';
import type { Hydration } from '../model/checked/checked-parameter.js';
import type { ParameterDeclaration } from '../model/declaration/parameter-declaration.js';
import type { ValueClassReader } from '../model/declaration/class-readers.js';
import { declaredType } from '../model/declaration/type-of-parameter.js';
import { mergeObjects } from '../shared/merge-objects.js';
import { defaultOf, limitsOf, nameOf } from '../model/declaration/parameter-declaration.js';
import {
  isTypeDiagnostic,
  propertySchema,
  schemaOfType,
  type TypeDiagnostic,
  type TypeSchema,
} from '../model/types/type-schema.js';

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
  const properties: Record<string, PropertySchema> = {};
  const hydrations: Hydration[] = [];
  for (const source of sources) {
    const made = checkProperty(source, handle, (inner) =>
      checkValueClass(inner, readValueClass, within),
    );
    if (isTypeDiagnostic(made)) return made;
    properties[nameOf(source) ?? ''] = made.schema;
    hydrations.push(...made.hydrations);
  }
  const schema: ValueSchema = { type: 'object', properties, additionalProperties: false };
  return { schema, hydrations: [...hydrations, { schema, into: handle }] };
}

function checkProperty(
  source: ParameterDeclaration,
  owner: ClassHandle,
  objectSchema: (handle: ClassHandle) => TypeSchema | TypeDiagnostic,
): TypeSchema | TypeDiagnostic {
  const place = `${owner.name}.${nameOf(source) ?? `property ${source.index + 1}`}`;
  const type = declaredType(source);
  if (type === undefined || nameOf(source) === undefined) {
    return {
      code: 'RR1016',
      expected: `a signature or @Param({ type }) on ${place}`,
      received: 'neither',
    };
  }
  const made = 'code' in type ? type : schemaOfType(type, objectSchema);
  if (isTypeDiagnostic(made)) return { ...made, received: `${made.received} (${place})` };
  const limited = mergeObjects(made.schema, limitsOf(source.options ?? {}), source.list?.limits);
  const schema = propertySchema(limited, isRequired(source), source);
  const [diagnostic] = checkSchema(schema);
  if (diagnostic !== undefined) {
    const code = diagnostic.keyword === 'default' ? 'RR1015' : 'RR1006';
    return { code, expected: diagnostic.expected, received: `${diagnostic.received} (${place})` };
  }
  const hydrations = made.hydrations.map((hydration) =>
    hydration.schema === made.schema ? { ...hydration, schema } : hydration,
  );
  return { schema, hydrations };
}

function isRequired(source: ParameterDeclaration): boolean {
  const isOptional = defaultOf(source) !== undefined || source.signature?.optional === true;
  return source.options?.required ?? !isOptional;
}
