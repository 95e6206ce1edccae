import { AsyncResource } from 'node:async_hooks';

/**
 * An object of the hidden class that the entries of `process.nextTick` have in Node 20. An application
 * that keeps it keeps the hidden class.
 *
 * V8 holds the hidden class of these entries weakly. A full collection at a moment without entries, as
 * at the start of a large application, drops the class together with what V8 has learnt about the code
 * of `nextTick`, and V8 does not learn it again. Where Node writes its entries otherwise, the object has
 * no effect.
 */
export function createTickShape(): object {
  const resource = new AsyncResource('TickShape', { requireManualDestroy: true });
  const [asyncId, triggerAsyncId] = Object.getOwnPropertySymbols(resource);
  if (asyncId === undefined || triggerAsyncId === undefined) return resource;
  // The hidden class depends on these keys, on their order and on the kinds of their values.
  return {
    [asyncId]: resource.asyncId(),
    [triggerAsyncId]: resource.triggerAsyncId(),
    callback: () => undefined,
    args: undefined,
  };
}
