import type { ClassHandle, DeclaredType, ObjectType } from '../types/type.js';
import type { ObjectShape, Shape, UnionShape, PropertyShape } from '../schema/shapes/shape.js';
import type { ValueClassReader } from './declaration/route-declaration.js';
import { isRequiredBy, nameOf, declaredType } from './declaration/parameter-declaration.js';
import { valuesOfData, withMarks } from '../types/data-schema.js';
import type { SchemaType, ValueSchema } from '../schema/vocabulary.js';

/** The resource's own links, whatever type they have. */
const LINKS = '_links';

/** Where a type is in what a method returns. */
interface Place {
  readonly path: string;
  readonly outer: readonly ObjectShape[];
  /** `unknown` states that any value may leave, but only as a property that has a name. */
  readonly isInProperty: boolean;
}

/** A part of a returned type that does not say what leaves. */
interface Unstated {
  /** `items[].author`; empty for the whole type. */
  readonly path: string;
  /** The part as the source writes it. */
  readonly text: string;
}

/** The shape of what a method returns; it is of use only where nothing is unstated. */
export interface ReturnedShape {
  readonly shape: Shape;
  readonly unstated: readonly Unstated[];
}

const ANY: Shape = { kind: 'any' };
const NOTHING: Shape = { kind: 'nothing' };
/** What no body is made of; streams are sent unchanged. */
const WITHOUT_BODY: ReadonlySet<string> = new Set(['void', 'undefined', 'never', 'StreamableFile']);

/** Makes the shape of what a method returns. */
export function returnedShape(type: DeclaredType, read: ValueClassReader): ReturnedShape {
  const reading: Reading = { read, classes: new Map(), unstated: [] };
  const shape = shapeOf(type, reading, { path: '', outer: [], isInProperty: false });
  return { shape, unstated: reading.unstated };
}

interface Reading {
  readonly read: ValueClassReader;
  readonly classes: Map<unknown, ObjectShape>;
  readonly unstated: Unstated[];
}

function shapeOf(type: DeclaredType, reading: Reading, place: Place): Shape {
  const shape = shapeOfPresent(type, reading, place);
  return type.nullable === true && shape.kind !== 'any' ? { kind: 'nullable', of: shape } : shape;
}

function shapeOfPresent(type: DeclaredType, reading: Reading, place: Place): Shape {
  switch (type.kind) {
    case 'array':
      return { kind: 'list', items: shapeOf(type.items, reading, below(place, '[]')) };
    case 'object':
      return shapeOfObject(type, reading, place);
    case 'class':
      return shapeOfClass(type.handle, reading, place);
    case 'union':
      return shapeOfUnion(type.options, reading, place);
    case 'any':
      return anyOrUnstated('unknown', reading, place);
    case 'opaque':
      return shapeOfText(type.text, reading, place);
    case 'schema':
      return (
        shapeOfSchema(withMarks(valuesOfData(type.schema))) ??
        unstated('a schema by hand', reading, place)
      );
    case 'request':
    case 'file':
      return unstated(type.kind === 'file' ? 'UploadedFile' : 'RestRequest', reading, place);
    case 'date':
      return { kind: 'date' };
    case 'enum':
      return { kind: 'enum', values: type.values };
    default:
      return { kind: type.kind };
  }
}

function shapeOfText(text: string, reading: Reading, place: Place): Shape {
  if (text === 'unknown') return anyOrUnstated(text, reading, place);
  if (text === 'null') return { kind: 'nullable', of: NOTHING };
  return WITHOUT_BODY.has(text) ? NOTHING : unstated(text, reading, place);
}

function anyOrUnstated(text: string, reading: Reading, place: Place): Shape {
  return place.isInProperty ? ANY : unstated(text, reading, place);
}

function unstated(text: string, reading: Reading, { path }: Place): Shape {
  reading.unstated.push({ path, text });
  return ANY;
}

function shapeOfUnion(
  options: readonly DeclaredType[],
  reading: Reading,
  place: Place,
): UnionShape | Shape {
  const shapes = options.map((option) => shapeOf(option, reading, place));
  return shapes.some(({ kind }) => kind === 'any') ? ANY : { kind: 'union', options: shapes };
}

/** Within itself an object has its name only. */
function shapeOfObject(type: ObjectType, reading: Reading, place: Place): Shape {
  const { name, properties, additional } = type;
  if (properties === undefined && additional === undefined) {
    const outer = place.outer.findLast((one) => one.name === name);
    return outer ?? unstated(name ?? 'an object', reading, place);
  }
  return openObject(name, place, (within, shape) => ({
    properties: (properties ?? []).map(({ name: key, type: inner, optional }) =>
      propertyOf(key, optional === true, () => shapeOf(inner, reading, propertyPlace(within, key))),
    ),
    others:
      additional === undefined
        ? undefined
        : shapeOf(additional, reading, {
            ...below(within, '[key]'),
            outer: [...place.outer, shape],
          }),
  }));
}

/** The public properties of a value class; it may hold itself. */
function shapeOfClass(handle: ClassHandle, reading: Reading, place: Place): Shape {
  const known = reading.classes.get(handle.ref);
  if (known !== undefined) return known;
  const sources = reading.read(handle);
  if (sources === undefined) return unstated(handle.name, reading, place);
  return openObject(handle.name, place, (within, shape) => {
    reading.classes.set(handle.ref, shape);
    const properties = sources.map((source) => {
      const key = nameOf(source) ?? '';
      const type = declaredType(source);
      const inner = propertyPlace(within, key);
      return propertyOf(key, !isRequiredBy(source), () =>
        type === undefined || 'code' in type
          ? unstated('a property without a type', reading, inner)
          : shapeOf(type, reading, inner),
      );
    });
    return { properties, others: undefined };
  });
}

/** An object whose parts may contain the object itself. */
function openObject(
  name: string | undefined,
  place: Place,
  parts: (within: Place, shape: ObjectShape) => Pick<ObjectShape, 'properties' | 'others'>,
): ObjectShape {
  const shape: { -readonly [Key in keyof ObjectShape]: ObjectShape[Key] } = {
    kind: 'object',
    name,
    properties: [],
    others: undefined,
  };
  const within = { ...place, outer: [...place.outer, shape] };
  return Object.assign(shape, parts(within, shape));
}

function propertyOf(name: string, isOptional: boolean, shape: () => Shape): PropertyShape {
  return name === LINKS
    ? { name, shape: { kind: 'any' }, isOptional: true }
    : { name, shape: shape(), isOptional };
}

function propertyPlace(place: Place, name: string): Place {
  const path = place.path === '' ? name : `${place.path}.${name}`;
  return { ...place, path, isInProperty: true };
}

function below(place: Place, step: string): Place {
  return { ...place, path: place.path + step };
}

/**
 * The shape of a schema by hand: its types, its lists and the properties of its objects; limits do not
 * concern what leaves. `undefined` for a schema whose objects have properties that it does not name.
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
