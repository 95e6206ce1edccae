/** What belongs to one request and its message: the request in process has its own, or none. */
const OF_ONE_REQUEST: ReadonlySet<string> = new Set([
  'baseUrl',
  'body',
  'file',
  'files',
  'next',
  'originalUrl',
  'params',
  'query',
  'raw',
  'rawBody',
  'res',
  'restBody',
  'restUrl',
  'route',
  'url',
  '_body',
  '_parsedOriginalUrl',
  '_parsedUrl',
]);

/**
 * Copies what middleware, hooks and guards have added to the outer request: the user, the session, cookies.
 * They do not run again for a request in process.
 *
 * @param keys Those of the properties that may be copied.
 */
export function copyProperties(outer: object, raw: object, keys: readonly PropertyKey[]): void {
  for (const key of keys) {
    if ((typeof key === 'string' && OF_ONE_REQUEST.has(key)) || Object.hasOwn(raw, key)) continue;
    const property = Object.getOwnPropertyDescriptor(outer, key);
    if (property !== undefined)
      Object.defineProperty(raw, key, { ...property, configurable: true });
  }
}

/** Sets a property, also where the prototype has an accessor of its name. */
export function setProperty(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, {
    value,
    writable: true,
    configurable: true,
    enumerable: true,
  });
}
