export type { Hydrate, Validator } from './compile-schema.js';
export { checkSchema } from './check-schema.js';
export { compileSchema, INVALID, type CompileOptions } from './compile-schema.js';
export { parseDate } from './formats/date.formats.js';
export {
  noMoment,
  readMoment,
  timeZone,
  type MomentReading,
  type TimeZone,
} from './formats/moments.js';
export { multiples, type Multiples } from './values/multiples.js';
export { textLists, type ListStyle, type ObjectStyle } from './values/values.js';
export { textOfPattern } from './patterns/example-text.js';
export { discriminatorOf, isUnambiguous } from './discriminator.js';
