/** Lists are objects, and functions are not. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The maximum nesting of data that a request carries as its body. */
export const MAXIMUM_LEVELS = 512;

export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value of JSON is an object and not a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return isObject(value) && !Array.isArray(value);
}

/**
 * A record for foreign names. It has no prototype, so no name has a meaning by itself. Engines treat an
 * object from a constructor as a fast object, and one from `Object.create(null)` as a slow hash table.
 */
export const NullRecord = function NullRecord() {} as unknown as new <Value>() => Record<
  string,
  Value
>;

NullRecord.prototype = Object.freeze(Object.create(null));

/**
 * Merges objects; a later one overrides an earlier one. For objects that are made in great number at startup, or for
 * each request: if further properties follow a spread, V8 gives each object its own hidden class, which makes it much
 * slower.
 */
export function mergeObjects<
  One extends object,
  Two extends object = object,
  Three extends object = object,
>(one: One, two?: Two, three?: Three): One & Two & Three {
  return Object.assign({}, one, two, three) as One & Two & Three;
}

export function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

/**
 * The properties of a record that are not `undefined`: in code of applications, and in JSON, a property is there or is
 * absent.
 */
export function withoutUndefined<Properties extends object>(
  properties: Properties,
): { [Name in keyof Properties]?: Exclude<Properties[Name], undefined> } {
  const stated = Object.entries(properties).filter(([, value]) => value !== undefined);
  return Object.fromEntries(stated) as ReturnType<typeof withoutUndefined<Properties>>;
}

/** A copy of data that nothing can change. Functions, and instances of classes within it, are kept as they are. */
export function frozenCopy<Value>(value: Value): Value;
export function frozenCopy(value: unknown): unknown {
  if (Array.isArray(value)) return Object.freeze(value.map((item: unknown) => frozenCopy(item)));
  return isPlainObject(value) ? Object.freeze(mapValues(value, frozenCopy)) : value;
}

/** Freezes data in place, for what is known by its identity. */
export function deepFreeze<Value>(value: Value): Value {
  if ((Array.isArray(value) || isPlainObject(value)) && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values<unknown>(value)) deepFreeze(part);
  }
  return value;
}

function isPlainObject(value: unknown): value is JsonObject {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** A list of at least one item. */
export type Some<Item> = readonly [Item, ...Item[]];

export function groupBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, Some<Item>> {
  const groups = new Map<Key, [Item, ...Item[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [item]);
    else members.push(item);
  }
  return groups;
}

/** Any class, abstract ones included. */
export type Class = abstract new (...args: never[]) => object;
