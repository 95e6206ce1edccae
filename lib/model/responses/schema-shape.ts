import type { SchemaType, ValueSchema } from '../../schema/vocabulary.js';
import type { PropertyShape, Shape } from '../../schema/shapes/shape.js';

/**
 * The shape of a schema by hand: its types, its lists and the properties of its objects; limits do not
 * concern what leaves. `undefined` for a schema whose objects have properties that it does not name.
 */
export function shapeOfSchema(schema: ValueSchema): Shape | undefined {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return unionOf(alternatives.map(shapeOfSchema));
  const { type, enum: values } = schema;
  if (values !== undefined && values.every((one) => typeof one === 'string' || isNumber(one))) {
    return { kind: 'enum', values };
  }
  const types = type === undefined ? [] : [type].flat();
  return types.length === 0 ? undefined : unionOf(types.map((one) => shapeOfType(one, schema)));
}

function shapeOfType(type: SchemaType, schema: ValueSchema): Shape | undefined {
  switch (type) {
    case 'null':
      return { kind: 'nullable', of: { kind: 'nothing' } };
    case 'array':
      return listOf(schema);
    case 'object':
      return objectOf(schema);
    default:
      return { kind: type };
  }
}

function listOf({ items }: ValueSchema): Shape | undefined {
  const shape = items === undefined ? undefined : shapeOfSchema(items);
  return shape === undefined ? undefined : { kind: 'list', items: shape };
}

function objectOf({
  properties = {},
  additionalProperties,
  patternProperties,
}: ValueSchema): Shape | undefined {
  if (patternProperties !== undefined) return undefined;
  const known: PropertyShape[] = [];
  for (const [name, property] of Object.entries(properties)) {
    const shape = shapeOfSchema(property);
    if (shape === undefined) return undefined;
    known.push({ name, shape, isOptional: property.required !== true });
  }
  const isOpen = typeof additionalProperties === 'object';
  const others = isOpen ? shapeOfSchema(additionalProperties) : undefined;
  if (isOpen && others === undefined) return undefined;
  return { kind: 'object', name: undefined, properties: known, others };
}

function unionOf(shapes: readonly (Shape | undefined)[]): Shape | undefined {
  const known = shapes.filter((shape) => shape !== undefined);
  const [only] = known;
  if (only === undefined || known.length < shapes.length) return undefined;
  return known.length === 1 ? only : { kind: 'union', options: known };
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
