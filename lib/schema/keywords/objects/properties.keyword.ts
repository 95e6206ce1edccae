import type { Violation } from '../../messages/violation.js';
import { diagnostic } from '../../schema-diagnostic.js';
import type { SchemaKeyword } from '../../keyword.js';
import { forbiddenProperty, missingProperty } from '../../messages/messages.js';
import type { ForeignObject } from '../../values/object-of.js';
import type { Explain } from '../../values/value-type.js';
import type { PropertySchema, ValueSchema } from '../../vocabulary.js';
import { isOpen } from './additional-properties.keyword.js';

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

export function requiredNames(schema: ValueSchema): readonly string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    property.required === true ? [name] : [],
  );
}

/** What is missing, in the schema's order, comes before what is wrong, in the input's order. */
export function explainProperties(
  schema: ValueSchema,
  object: ForeignObject,
  place: string,
  explain: Explain,
): Violation | undefined {
  const missing = requiredNames(schema).find((name) => !Object.hasOwn(object, name));
  if (missing !== undefined) return missingProperty(place, missing);
  const named = propertiesOf(schema);
  for (const name of Object.keys(object)) {
    const property = named.get(name);
    if (property === undefined && isOpen(schema)) continue;
    if (property === undefined) return forbiddenProperty(place, name);
    const violation = explain(property, object[name], `${place}[${name}]`);
    if (violation !== undefined) return violation;
  }
  return undefined;
}
