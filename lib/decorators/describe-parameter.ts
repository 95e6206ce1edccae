import { mergeObjects } from '../shared/merge-objects.js';
import { PARAMETERS_KEY, PROPERTIES_KEY, type Description } from './metadata.js';
import { methodDescriptions, propertyDescriptions, stateOfMethod } from './metadata-accessor.js';

/** Adds to the description of a parameter. */
export function describeParameter(
  target: object,
  key: string | symbol | undefined,
  index: number,
  description: Description,
): void {
  if (key === undefined) return;
  const all = withDescription(methodDescriptions(target, key), index, description);
  stateOfMethod(PARAMETERS_KEY, all, target, key);
}

/** Adds to the description of a property of a value class. */
export function describeProperty(
  prototype: object,
  key: string | symbol | undefined,
  description: Description,
): void {
  if (typeof key !== 'string') return;
  const all = withDescription(propertyDescriptions(prototype), key, description);
  Reflect.defineMetadata(PROPERTIES_KEY, all, prototype);
}

function withDescription<Key>(
  known: ReadonlyMap<Key, Description>,
  key: Key,
  description: Description,
): ReadonlyMap<Key, Description> {
  if (known.size === 0) return new Map([[key, description]]);
  const earlier = known.get(key);
  const both = earlier === undefined ? description : mergeObjects(earlier, description);
  return new Map(known).set(key, both);
}
