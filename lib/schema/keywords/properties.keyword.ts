import { memoize } from '../../shared/promises.js';
import { isJsonObject, isObject } from '../../shared/records.js';
import { forbiddenProperty, missingProperty, propertyPlace, type Violation } from '../messages.js';
import { type SchemaKeyword, diagnostic, type NestedFunctions } from '../engine/keyword.js';
import { type ForeignObject, INVALID } from '../values/values.js';
import type { PropertySchema, ValueSchema } from '../vocabulary.js';
import { compilePattern } from '../patterns/compile-pattern.js';
import { patternDiagnostics } from './pattern.keyword.js';

/**
 * `patternProperties`: the schema of properties whose names match an expression, for names that
 * `properties` does not list. The first expression that matches applies.
 */
export const patternProperties: SchemaKeyword = {
  name: 'patternProperties',
  types: ['object'],
  diagnostics({ patternProperties: named, patternIsTrusted }) {
    if (isEmptyInPhp(named)) return [];
    if (!isJsonObject(named)) {
      return [diagnostic('patternProperties', 'schemas by regular expression', named)];
    }
    return Object.keys(named).flatMap((source) =>
      patternDiagnostics('patternProperties', source, patternIsTrusted),
    );
  },
};

/**
 * `additionalProperties`: `false` rejects properties that the schema does not name, a schema validates them;
 * otherwise they are kept unchanged.
 */
export const additionalProperties: SchemaKeyword = {
  name: 'additionalProperties',
  types: ['object'],
  diagnostics({ additionalProperties: value }) {
    const isKnown = typeof value === 'boolean' || isObject(value);
    return isKnown ? [] : [diagnostic('additionalProperties', 'a boolean or a schema', value)];
  },
};

/** `properties`: the schemas of named properties, each of which may be `required`. */
export const properties: SchemaKeyword = {
  name: 'properties',
  types: ['object'],
  diagnostics: ({ properties: named }) =>
    isJsonObject(named) || isEmptyInPhp(named)
      ? []
      : [diagnostic('properties', 'schemas by name', named)],
};

/** PHP writes an empty object as an empty list. */
function isEmptyInPhp(named: unknown): boolean {
  return Array.isArray(named) && named.length === 0;
}

/** The properties as a map, so that a foreign name does not find an inherited property. */
export function propertiesOf(schema: ValueSchema): ReadonlyMap<string, PropertySchema> {
  return new Map(Object.entries(schema.properties ?? {}));
}

/** Missing properties, in the schema's order, come before invalid ones, in the input's order. */
export function explainProperties(
  schema: ValueSchema,
  object: ForeignObject,
  place: string,
  { explain, build }: NestedFunctions,
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

/** The schema of a property by its name; `undefined` if the object may not have it. */
export function propertySchemas(schema: ValueSchema): (name: string) => PropertySchema | undefined {
  return byName<PropertySchema | undefined>(schema, (property) => property, ANY, undefined);
}

/**
 * Finds a value for a property by its name: from the schema that `properties` has for it, else from that of the first
 * pattern that matches, else from that of additional properties.
 *
 * @param make Makes the value for the properties of a schema.
 * @param any The value for a property that may have any value.
 * @param none The value for a property that the object may not have.
 */
export function byName<Made>(
  schema: ValueSchema,
  make: (property: PropertySchema) => Made,
  any: Made,
  none: Made,
): (name: string) => Made {
  const named = new Map([...propertiesOf(schema)].map(([name, one]) => [name, make(one)]));
  const patterns = patternPropertiesOf(schema).map(({ expression, schema: one }) => ({
    expression,
    made: make(one),
  }));
  const rest = additionalSchema(schema);
  const others = rest === undefined ? (isOpen(schema) ? any : none) : make(rest);
  return (name) =>
    named.get(name) ?? patterns.find(({ expression }) => expression.test(name))?.made ?? others;
}

/** The schema of properties without one of their own; `undefined` if any value passes. */
export function additionalSchema({ additionalProperties: value }: ValueSchema) {
  return typeof value === 'object' ? value : undefined;
}

/** Whether an object may have properties that its schema does not name. */
export function isOpen(schema: ValueSchema): boolean {
  return schema.additionalProperties !== false;
}

/** The patterns of a schema, in its order. */
export function patternPropertiesOf(schema: ValueSchema) {
  return Object.entries(schema.patternProperties ?? {}).map(([source, one]) => ({
    expression: compilePattern(source, schema.patternIsTrusted),
    schema: one,
  }));
}

/**
 * `required`: a list of names in the schema of an object (draft 4), or `true` in the schema of a property or an
 * argument (draft 3). If the object has a list, only the list counts, as in WordPress.
 */
export const required: SchemaKeyword = {
  name: 'required',
  types: ['object'],
  diagnostics({ required: names }) {
    const isList = Array.isArray(names) && names.every((name) => typeof name === 'string');
    return isList ? [] : [diagnostic('required', 'a boolean or a list of names', names)];
  },
};

/** The names of the properties that an object must have. */
export function requiredNames({
  required: names,
  properties: named,
}: ValueSchema): readonly string[] {
  if (typeof names === 'object') return names;
  return Object.entries(named ?? {}).flatMap(([name, property]) =>
    property.required === true ? [name] : [],
  );
}
