import { AsyncResource } from 'node:async_hooks';
import type { Provider } from '@nestjs/common';

export const TICK_SHAPE = Symbol('tick shape');

/**
 * Holds, as long as the application runs, an object of the hidden class that the entries of
 * `process.nextTick` have in Node 20.
 *
 * V8 keeps the hidden class of these entries weakly. A full collection at a time when no entry is
 * alive, as the start of a large application brings one, takes what V8 had learnt of `nextTick` with
 * it, and it is not learnt again: with five calls a request, that costs a third of all requests. One
 * object keeps the class. Where Node writes its entries otherwise it keeps nothing, and harms nothing.
 */
export function tickShape(): Provider {
  return { provide: TICK_SHAPE, useValue: tickEntry() };
}

/** Written as Node writes them; the symbols and the numbers are its own, as they decide on the class. */
function tickEntry(): object {
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
