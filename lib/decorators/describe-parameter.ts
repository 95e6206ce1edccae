import { mergeObjects } from '../shared/merge-objects.js';
import { PARAMETERS_KEY, PROPERTIES_KEY, type Description } from './metadata.js';
import { parameterDescriptions, propertyDescriptions } from './metadata-accessor.js';

/** Adds to the description of a parameter. It is written on the method itself, so that a callback carries it. */
export function describeParameter(
  target: object,
  key: string | symbol | undefined,
  index: number,
  description: Description,
): void {
  const method: unknown = key === undefined ? undefined : Reflect.get(target, key);
  if (typeof method !== 'function') return;
  const all = withDescription(parameterDescriptions(method), index, description);
  Reflect.defineMetadata(PARAMETERS_KEY, all, method);
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
