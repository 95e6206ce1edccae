/** Whether a value is an asynchronous iterable, such as the result of an asynchronous generator. */
export function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Symbol.asyncIterator in value &&
    typeof value[Symbol.asyncIterator] === 'function'
  );
}

/**
 * The same items, changed one by one. Not a generator: the end of one waits for the item that is awaited, and that of
 * its source may come never.
 */
export function mapItems<Item>(
  source: AsyncIterable<unknown>,
  map: (item: unknown) => Item,
): AsyncIterable<Item> {
  return {
    [Symbol.asyncIterator]() {
      const iterator = source[Symbol.asyncIterator]();
      return {
        next: async () => {
          const { done, value } = await iterator.next();
          return done === true ? { done, value } : { done: false, value: map(value) };
        },
        return: async () => {
          await iterator.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}

/** The item of a list of one. */
export function itemOf(list: unknown): unknown {
  return Array.isArray(list) ? (list[0] as unknown) : list;
}
