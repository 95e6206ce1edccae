import type { ClassHandle, DeclaredType, ObjectType } from '../types/type.js';
import type { ObjectShape, Shape, PropertyShape } from '../schema/shapes/shape.js';
import type { ValueClassReader } from './declaration/route-declaration.js';
import { isRequiredBy, nameOf, declaredType } from './declaration/parameter-declaration.js';
import { valuesOfData, withMarks } from '../types/data-schema.js';
import type { SchemaType, ValueSchema } from '../schema/vocabulary.js';

/** The links of the resource, of any type. */
const LINKS = '_links';

interface TypePlace {
  /** `items[].author`; empty for the whole type. */
  readonly path: string;
  readonly outer: readonly ObjectShape[];
  /** `unknown` allows any value to be sent, but only as a named property. */
  readonly isInProperty: boolean;
  readonly read: ValueClassReader;
  readonly classes: Map<unknown, ObjectShape>;
  readonly unstated: string[];
}

/** The properties that a return type declares; usable only if `unstated` is empty. */
export interface DeclaredResponse {
  readonly shape: Shape;
  /** The parts that do not state which properties are sent, as in the source, with their paths. */
  readonly unstated: readonly string[];
}

const ANY: Shape = { kind: 'any' };
const NOTHING: Shape = { kind: 'nothing' };
/** Types without a JSON body; streams are sent unchanged. */
const WITHOUT_BODY: ReadonlySet<string> = new Set([
  'void',
  'undefined',
  'never',
  'StreamableFile',
  'EventStream',
]);

export function declaredResponse(type: DeclaredType, read: ValueClassReader): DeclaredResponse {
  const unstatedTypes: string[] = [];
  const whole = { path: '', outer: [], isInProperty: false, read, classes: new Map() };
  const shape = shapeOf(type, { ...whole, unstated: unstatedTypes });
  return { shape, unstated: unstatedTypes };
}

function shapeOf(type: DeclaredType, place: TypePlace): Shape {
  const shape = shapeOfNonNull(type, place);
  return type.nullable === true && shape.kind !== 'any' ? { kind: 'nullable', of: shape } : shape;
}

function shapeOfNonNull(type: DeclaredType, place: TypePlace): Shape {
  switch (type.kind) {
    case 'array':
      return { kind: 'list', items: shapeOf(type.items, below(place, '[]')) };
    case 'object':
      return shapeOfObject(type, place);
    case 'class':
      return shapeOfClass(type.handle, place);
    case 'union':
      return shapeOfUnion(type.options, place);
    case 'any':
      return anyOrUnstated('unknown', place);
    case 'opaque':
      return shapeOfText(type.text, place);
    case 'schema':
      return (
        shapeOfSchema(withMarks(valuesOfData(type.schema))) ?? unstated('a schema by hand', place)
      );
    case 'request':
      return unstated(type.injected ?? 'RestRequest', place);
    case 'file':
      return unstated('UploadedFile', place);
    case 'date':
      return { kind: 'date' };
    case 'enum':
      return { kind: 'enum', values: type.values };
    default:
      return { kind: type.kind };
  }
}

function shapeOfText(text: string, place: TypePlace): Shape {
  if (text === 'unknown') return anyOrUnstated(text, place);
  if (text === 'null') return { kind: 'nullable', of: NOTHING };
  return WITHOUT_BODY.has(text) ? NOTHING : unstated(text, place);
}

function anyOrUnstated(text: string, place: TypePlace): Shape {
  return place.isInProperty ? ANY : unstated(text, place);
}

function unstated(text: string, place: TypePlace): Shape {
  place.unstated.push(place.path === '' ? text : `${text} (${place.path})`);
  return ANY;
}

function shapeOfUnion(options: readonly DeclaredType[], place: TypePlace): Shape {
  const shapes = options.map((option) => shapeOf(option, place));
  return shapes.some(({ kind }) => kind === 'any') ? ANY : { kind: 'union', options: shapes };
}

/** An object within itself has only its name. */
function shapeOfObject(type: ObjectType, place: TypePlace): Shape {
  const { name, properties, additional } = type;
  if (properties === undefined && additional === undefined) {
    const outer = place.outer.findLast((one) => one.name === name);
    return outer ?? unstated(name ?? 'an object', place);
  }
  return openObject(name, place, (within) => ({
    properties: (properties ?? []).map(({ name: key, type: propertyType, optional }) =>
      propertyOf(key, optional === true, () => shapeOf(propertyType, propertyPlace(within, key))),
    ),
    others: additional && shapeOf(additional, below(within, '[key]')),
  }));
}

/** The public properties of a value class; it may contain itself. */
function shapeOfClass(handle: ClassHandle, place: TypePlace): Shape {
  const known = place.classes.get(handle.ref);
  if (known !== undefined) return known;
  const sources = place.read(handle);
  if (sources === undefined) return unstated(handle.name, place);
  return openObject(handle.name, place, (within, shape) => {
    place.classes.set(handle.ref, shape);
    const properties = sources.map((source) => {
      const key = nameOf(source) ?? '';
      const type = declaredType(source);
      const nested = propertyPlace(within, key);
      return propertyOf(key, !isRequiredBy(source), () =>
        type === undefined || 'code' in type
          ? unstated('a property without a type', nested)
          : shapeOf(type, nested),
      );
    });
    return { properties, others: undefined };
  });
}

/** An object whose parts may contain the object itself. */
function openObject(
  name: string | undefined,
  place: TypePlace,
  propertiesOf: (
    within: TypePlace,
    shape: ObjectShape,
  ) => Pick<ObjectShape, 'properties' | 'others'>,
): ObjectShape {
  const shape: { -readonly [Key in keyof ObjectShape]: ObjectShape[Key] } = {
    kind: 'object',
    name,
    properties: [],
    others: undefined,
  };
  const within = { ...place, outer: [...place.outer, shape] };
  return Object.assign(shape, propertiesOf(within, shape));
}

function propertyOf(name: string, isOptional: boolean, shape: () => Shape): PropertyShape {
  return name === LINKS
    ? { name, shape: { kind: 'any' }, isOptional: true }
    : { name, shape: shape(), isOptional };
}

function propertyPlace(place: TypePlace, name: string): TypePlace {
  const path = place.path === '' ? name : `${place.path}.${name}`;
  return { ...place, path, isInProperty: true };
}

function below(place: TypePlace, step: string): TypePlace {
  return { ...place, path: place.path + step };
}

/**
 * The shape of a schema by hand: its types, its lists and the properties of its objects; limits do not apply to
 * responses. `undefined` for a schema whose objects have properties that it does not name.
 */
function shapeOfSchema(schema: ValueSchema): Shape | undefined {
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
