import { memoize } from '../../../shared/promises.js';
import {
  propertyPlace,
  type Violation,
  forbiddenProperty,
  missingProperty,
} from '../../messages.js';
import { diagnostic } from '../../schema-diagnostic.js';
import type { SchemaKeyword } from '../../engine/keyword.js';
import { INVALID } from '../../values/invalid.js';
import type { InnerSchemas, ForeignObject } from '../../values/values.js';
import type { PropertySchema, ValueSchema } from '../../vocabulary.js';
import { additionalSchema, isOpen } from './additional-properties.keyword.js';
import { patternPropertiesOf } from './pattern-properties.keyword.js';
import { requiredNames } from './required.keyword.js';

/** `properties`: the schemas of named properties, each of which may be `required`. */
export const properties: SchemaKeyword = {
  name: 'properties',
  types: ['object'],
  diagnostics: ({ properties: named }) =>
    typeof named === 'object' && named !== null && !Array.isArray(named)
      ? []
      : [diagnostic('properties', 'schemas by name', named)],
};

/** A map, so that a foreign name meets no inherited property. */
export function propertiesOf(schema: ValueSchema): ReadonlyMap<string, PropertySchema> {
  return new Map(Object.entries(schema.properties ?? {}));
}

/** What is missing, in the schema's order, comes before what is wrong, in the input's order. */
export function explainProperties(
  schema: ValueSchema,
  object: ForeignObject,
  place: string,
  { explain, build }: InnerSchemas,
): Violation | undefined {
  const missing = requiredNames(schema).find((name) => !Object.hasOwn(object, name));
  if (missing !== undefined) return missingProperty(place, missing);
  const schemaOf = propertySchemas(schema);
  const parserOf = memoize(build);
  for (const name of Object.keys(object)) {
    const property = schemaOf(name);
    if (property === undefined) return forbiddenProperty(place, name);
    if (parserOf(property)(object[name]) === INVALID) {
      return explain(property, object[name], propertyPlace(place, name));
    }
  }
  return undefined;
}

const ANY: PropertySchema = {};

/** The schema of a property by its name; `undefined` where the object may not have it. */
export function propertySchemas(schema: ValueSchema): (name: string) => PropertySchema | undefined {
  const named = propertiesOf(schema);
  const patterns = patternPropertiesOf(schema);
  const others = isOpen(schema) ? (additionalSchema(schema) ?? ANY) : undefined;
  return (name) =>
    named.get(name) ?? patterns.find(({ expression }) => expression.test(name))?.schema ?? others;
}
