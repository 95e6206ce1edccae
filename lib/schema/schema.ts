export type { Hydrate, Validator } from './compile-schema.js';
export { compileSchema, INVALID } from './compile-schema.js';
export { parseDate, parseExistingDateTime } from './formats/date.formats.js';
