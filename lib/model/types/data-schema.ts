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

/** An argument has `required` of its own: the properties that draft 4 lists carry theirs, as in draft 3. */
function withRequired(schema: ValueSchema, names: readonly string[]): ValueSchema {
  const { properties, additionalProperties } = schema;
  const others = typeof additionalProperties === 'object' ? additionalProperties : {};
  const required = names.map((name): [string, PropertySchema] => {
    const known = properties !== undefined && Object.hasOwn(properties, name);
    return [name, { ...(known ? properties[name] : others), required: true }];
  });
  return { ...schema, properties: { ...properties, ...Object.fromEntries(required) } };
}

function isNames(required: unknown): required is readonly string[] {
  return Array.isArray(required);
}
