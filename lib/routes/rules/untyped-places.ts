import { nestedSchemas, isSchemaLike } from '../../schema/keywords/nested-schemas.js';
import { isCombined } from '../../schema/keywords/combination.js';
import { LIMIT_NAMES, type ValueSchema } from '../../schema/vocabulary.js';
import { definitionsIn } from '../../types/type-schema.js';
import type { CheckedArgument } from '../definition/parameter-definition.js';

/** The keywords that apply to the values of a type. A format without a type applies to texts. */
const TYPED: readonly (keyof ValueSchema)[] = [
  ...LIMIT_NAMES.filter((name) => name !== 'format'),
  'items',
  'properties',
  'patternProperties',
  'additionalProperties',
];

/**
 * The schemas of an argument that have such a keyword and no type: they limit nothing, as on WordPress, which complains.
 * A Standard Schema validates by itself.
 */
export function untypedPlaces({
  name,
  schema,
  standard,
  hydrations,
}: CheckedArgument): readonly string[] {
  if (standard !== undefined) return [];
  return [
    ...placesIn(schema, name),
    ...definitionsIn(hydrations).flatMap((one) => placesIn(one.schema, one.title)),
  ];
}

function placesIn(schema: ValueSchema, place: string): readonly string[] {
  const isUntyped = schema.type === undefined && !isCombined(schema);
  const keyword = isUntyped ? TYPED.find((name) => schema[name] !== undefined) : undefined;
  const own = keyword === undefined ? [] : [`${place} (${keyword})`];
  const nested = nestedSchemas(schema).flatMap(([path, one]) =>
    isSchemaLike(one) ? placesIn(one, `${place}.${path}`) : [],
  );
  return [...own, ...nested];
}
