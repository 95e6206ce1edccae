import { mergeObjects } from '../shared/merge-objects.js';
import type { ListLimits, ParamOptions } from '../model/declaration/param-options.js';
import { PARAMETERS_KEY, PROPERTIES_KEY } from './metadata-keys.js';
import type { ListItems } from './list-of.decorator.js';

/** What `@Param` and `@ListOf` together say of one parameter or property. */
export interface Description {
  readonly options?: ParamOptions;
  readonly list?: { readonly items: ListItems; readonly limits: ListLimits };
}

/** Adds to what is known of a parameter. It is kept on the method itself, so that a callback carries it. */
export function describeParameter(
  target: object,
  key: string | symbol | undefined,
  index: number,
  description: Description,
): void {
  const method: unknown = key === undefined ? undefined : Reflect.get(target, key);
  if (typeof method !== 'function') return;
  const known = descriptionsOf<number>(PARAMETERS_KEY, method);
  known.set(index, also(known.get(index), description));
  Reflect.defineMetadata(PARAMETERS_KEY, known, method);
}

/** Adds to what is known of a property of a value class. */
export function describeProperty(
  prototype: object,
  key: string | symbol | undefined,
  description: Description,
): void {
  if (typeof key !== 'string') return;
  const known = descriptionsOf<string>(PROPERTIES_KEY, prototype);
  known.set(key, also(known.get(key), description));
  Reflect.defineMetadata(PROPERTIES_KEY, known, prototype);
}

function descriptionsOf<Key>(metadataKey: symbol, holder: object): Map<Key, Description> {
  const known: unknown = Reflect.getOwnMetadata(metadataKey, holder);
  return known instanceof Map ? known : new Map<Key, Description>();
}

/** Most have one decorator, and no copy: those of a large application would bring a collection into its start. */
function also(known: Description | undefined, description: Description): Description {
  return known === undefined ? description : mergeObjects(known, description);
}
