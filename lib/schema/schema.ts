export type { SchemaDiagnostic } from './check-schema.js';
export { checkSchema } from './check-schema.js';
export type { CompileOptions, Hydrate, Validator } from './compile-schema.js';
export { compileSchema, INVALID } from './compile-schema.js';
export { parseDate } from './formats/date.formats.js';
export { parseDateTime, parseExistingDateTime } from './formats/date.formats.js';
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
