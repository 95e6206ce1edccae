import type { ValueClassReader } from '../../model/declaration/class-readers.js';
import type { ParameterDeclaration } from '../../model/declaration/parameter-declaration.js';
import type { ClassHandle, DeclaredProperty, ObjectType } from '../../model/types/declared-type.js';
import {
  isTypeDiagnostic,
  schemaOfType,
  type ObjectSchemaMaker,
  type TypeDiagnostic,
  type TypeSchema,
} from '../../model/types/type-schema.js';
import type { ValueSchema } from '../../schema/vocabulary.js';
import { propertySchemas } from './property-schemas.js';

/**
 * Makes the schemas of value classes and of objects. `outer` holds the classes around them: one may not
 * hold itself.
 */
export function objectSchemaMaker(
  readValueClass: ValueClassReader,
  outer: readonly unknown[] = [],
): ObjectSchemaMaker {
  const make: ObjectSchemaMaker = (type) =>
    type.kind === 'class'
      ? checkValueClass(type.handle, readValueClass, outer)
      : checkObject(type, make);
  return make;
}

/** The object schema of a value class. */
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
  const inner = objectSchemaMaker(readValueClass, [...outer, handle.ref]);
  const made = propertySchemas(sources, handle.name, inner);
  if ('code' in made) return made;
  const { properties, hydrations } = made;
  const schema: ValueSchema = { type: 'object', properties, additionalProperties: false };
  return { schema, hydrations: [...hydrations, { schema, into: handle }] };
}

/** The schema of an object that stays a plain one. */
function checkObject(
  { name, properties = [], additional }: ObjectType,
  objectSchema: ObjectSchemaMaker,
): TypeSchema | TypeDiagnostic {
  const named = propertySchemas(properties.map(declareProperty), name, objectSchema);
  if ('code' in named) return named;
  const others = additional === undefined ? undefined : schemaOfType(additional, objectSchema);
  if (others !== undefined && isTypeDiagnostic(others)) return others;
  const schema: ValueSchema = {
    type: 'object',
    ...(properties.length > 0 || others === undefined ? { properties: named.properties } : {}),
    additionalProperties: othersAllowed(others),
  };
  return { schema, hydrations: [...named.hydrations, ...(others?.hydrations ?? [])] };
}

/** The properties of a type, as those of a class are declared. */
export function declareProperty(signature: DeclaredProperty, index: number): ParameterDeclaration {
  return { index, signature, filledByNest: false, statesInjection: false };
}

function othersAllowed(others: TypeSchema | undefined): boolean | ValueSchema {
  if (others === undefined) return false;
  return Object.keys(others.schema).length === 0 ? true : others.schema;
}
