import {
  LIMITS,
  typesOf,
  type LimitName,
  type SchemaType,
  type ValueSchema,
} from '../schema/vocabulary.js';

/** The types of the keywords that describe what a value contains. */
const CONTENTS: ReadonlyMap<string, readonly SchemaType[]> = new Map([
  ['items', ['array']],
  ['properties', ['object']],
  ['patternProperties', ['object']],
  ['additionalProperties', ['object']],
  ['required', ['object']],
]);

/** The keywords of a schema that WordPress ignores, because they apply to none of its types. */
export function foreignKeywords(schema: ValueSchema): readonly string[] {
  const types = typesOf(schema);
  if (types.length === 0) return [];
  const keywords = Object.keys(schema).filter((keyword) => {
    const wanted = isLimit(keyword) ? LIMITS[keyword].types : CONTENTS.get(keyword);
    return wanted !== undefined && !wanted.some((type) => types.includes(type));
  });
  // The flag belongs to an argument or a property.
  return typeof schema.required === 'boolean'
    ? keywords.filter((keyword) => keyword !== 'required')
    : keywords;
}

/** Whether a keyword limits a value beside its type. */
export function isLimit(keyword: string): keyword is LimitName {
  return Object.hasOwn(LIMITS, keyword);
}
