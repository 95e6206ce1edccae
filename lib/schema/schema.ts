export type { SchemaDiagnostic } from './check.js';
export { checkSchema } from './check.js';
export type { CompileOptions, Hydrate, Validator } from './compile.js';
export { compileSchema, INVALID } from './compile.js';
export { parseDateTime } from './formats/date-time.format.js';
export type {
  ArgumentSchema,
  EnumValue,
  JsonValue,
  PropertySchema,
  ScalarType,
  SchemaType,
  ValueSchema,
} from './vocabulary.js';
export { Format } from './vocabulary.js';
