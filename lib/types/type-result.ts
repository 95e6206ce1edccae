import type { DiagnosticCode } from '../diagnostics/diagnostic-catalogue.js';
import type { ParameterAspect } from '../diagnostics/location.js';
import type { ValueSchema } from '../schema/vocabulary.js';
import type { ClassHandle, ClassType, ObjectType } from './declared-type.js';

/** A part of an argument whose sanitized value becomes an object of a class. */
export interface Hydration {
  readonly schema: ValueSchema;
  readonly into: 'date' | ClassHandle;
}

/** The reason why a type has no schema. */
export interface TypeDiagnostic {
  readonly code: DiagnosticCode;
  readonly expected: string;
  readonly received: string;
  /** What of the parameter it is about, where its code does not decide that. */
  readonly aspect?: ParameterAspect;
  /** The path to the property that it is about. */
  readonly properties?: readonly string[];
}

/** The schema of a type, and the parts of it that become objects of a class. */
export interface TypeSchema {
  readonly schema: ValueSchema;
  readonly hydrations: readonly Hydration[];
}

/** Makes the schema of an object from its properties, or returns the reason why there is none. */
export type ObjectSchemaMaker = (type: ClassType | ObjectType) => TypeSchema | TypeDiagnostic;

export function isTypeDiagnostic(result: TypeSchema | TypeDiagnostic): result is TypeDiagnostic {
  return 'code' in result;
}

/** The same with another schema of the whole, to which a hydration of the whole moves. */
export function withSchema<Schema extends ValueSchema>(
  made: TypeSchema,
  schema: Schema,
): TypeSchema & { readonly schema: Schema } {
  if (made.hydrations.length === 0) return { schema, hydrations: made.hydrations };
  const hydrations = made.hydrations.map((hydration) =>
    hydration.schema === made.schema ? { ...hydration, schema } : hydration,
  );
  return { schema, hydrations };
}
