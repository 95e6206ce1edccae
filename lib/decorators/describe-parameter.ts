import { isSame, joinOptions } from '../model/declaration/join-options.js';
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
  const both = earlier === undefined ? description : joinDescriptions(earlier, description);
  return new Map(known).set(key, both);
}

/** What several decorators state together. Options that they state differently are a diagnostic. */
function joinDescriptions(earlier: Description, later: Description): Description {
  const both = mergeObjects(earlier, later);
  const { options, conflicts } = joinOptions(earlier.options ?? {}, later.options ?? {});
  const isTwoLists =
    earlier.list !== undefined && later.list !== undefined && !isSame(earlier.list, later.list);
  const all = [...(earlier.conflicts ?? []), ...conflicts, ...(isTwoLists ? ['@ListOf'] : [])];
  const hasOptions = earlier.options !== undefined || later.options !== undefined;
  return mergeObjects(
    both,
    hasOptions ? { options } : {},
    all.length > 0 ? { conflicts: all } : {},
  );
}
