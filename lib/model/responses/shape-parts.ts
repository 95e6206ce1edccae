import type { ObjectShape, PropertyShape, Shape } from '../../schema/shapes/shape.js';

/** The resource's own links, whatever type they have. */
const LINKS = '_links';

/** Where a type is in what a method returns. */
export interface Place {
  readonly path: string;
  readonly outer: readonly ObjectShape[];
  /** `unknown` states that any value may leave, but only as a property that has a name. */
  readonly isInProperty: boolean;
}

type Parts = Pick<ObjectShape, 'properties' | 'others'>;

/** An object whose parts may contain the object itself. */
export function openObject(
  name: string | undefined,
  place: Place,
  parts: (within: Place, shape: ObjectShape) => Parts,
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

export function propertyOf(name: string, isOptional: boolean, shape: () => Shape): PropertyShape {
  return name === LINKS
    ? { name, shape: { kind: 'any' }, isOptional: true }
    : { name, shape: shape(), isOptional };
}

export function property(place: Place, name: string): Place {
  const path = place.path === '' ? name : `${place.path}.${name}`;
  return { ...place, path, isInProperty: true };
}

export function below(place: Place, step: string): Place {
  return { ...place, path: place.path + step };
}
