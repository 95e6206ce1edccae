import { isSchemaLike } from '../../schema/checking/inner-schemas.js';
import type { PropertySchema, ValueSchema } from '../../schema/vocabulary.js';

/** What a schema as data states of the argument itself, beside its values. */
export interface ArgumentData {
  readonly default?: PropertySchema['default'];
  /** Draft 3. A list is draft 4: it names properties of the value. */
  readonly required?: ValueSchema['required'];
}

/** The schema of the values: what the data state of the argument itself is read apart. */
export function valuesOfData(data: ValueSchema & ArgumentData): ValueSchema {
  const { default: _default, required, ...schema } = data;
  return isNames(required) ? withRequired(schema, required) : schema;
}

/**
 * An argument has `required` of its own: the properties that draft 4 lists carry theirs, as in draft 3,
 * and no others do.
 */
function withRequired(schema: ValueSchema, names: readonly string[]): ValueSchema {
  const { properties, additionalProperties } = schema;
  const others = typeof additionalProperties === 'object' ? additionalProperties : {};
  const optional = Object.fromEntries(
    Object.entries(properties ?? {}).map(([name, property]) => [name, notRequired(property)]),
  );
  const required = names.map((name): [string, PropertySchema] => {
    const known = Object.hasOwn(optional, name) ? optional[name] : others;
    return [name, { ...known, required: true }];
  });
  return { ...schema, properties: { ...optional, ...Object.fromEntries(required) } };
}

/** The data are checked later: what should be a schema may be anything. */
function notRequired(property: PropertySchema): PropertySchema {
  return isSchemaLike(property) && property.required === true
    ? { ...property, required: false }
    : property;
}

function isNames(required: unknown): required is readonly string[] {
  return Array.isArray(required);
}
