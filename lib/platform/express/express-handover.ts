import type { Server } from 'node:http';

/** A class in the older syntax. */
export type Base = (this: object, ...args: unknown[]) => void;

/** Two classes of a server that make the same objects: with Node's prototype, and with Express's. */
export interface ClassPair {
  readonly symbol: symbol;
  readonly plain: Base;
  readonly derived: Base;
}

type Emit = (this: unknown, event: string | symbol, ...args: unknown[]) => boolean;

/**
 * Keeps requests and responses with Express's prototypes from everybody but Express. Node hands out each
 * of them by `server.emit`, so that is where listeners are looked at: as long as Express is the first
 * listener of `request`, the server makes objects for Express; otherwise it makes plain ones, and those
 * that were made already get Node's prototypes back.
 */
export function watchHandover(server: Server, express: object, pairs: readonly ClassPair[]): void {
  const isForExpress = createSwitch(server, express, pairs);
  const own: unknown = Object.getOwnPropertyDescriptor(server, 'emit')?.value;
  const inherited = Object.getPrototypeOf(server) as { readonly emit: Emit };
  const emit: Emit = function emit(this: unknown, event, ...args) {
    if (event !== 'request' || !isForExpress()) for (const value of args) giveBack(value, pairs);
    // Looked up each time: instrumentation may replace the method of the prototype later.
    const next = typeof own === 'function' ? (own as Emit) : inherited.emit;
    return Reflect.apply(next, this, [event, ...args]);
  };
  const isWatched = Reflect.defineProperty(server, 'emit', {
    value: emit,
    writable: true,
    configurable: true,
  });
  if (isWatched) isForExpress();
}

/** Says whether Express gets the next request first, and switches the classes of the server to it. */
function createSwitch(server: Server, express: object, pairs: readonly ClassPair[]): () => boolean {
  let isOn = false;
  return () => {
    const isFirst = server.listeners('request')[0] === express;
    if (isFirst === isOn) return isFirst;
    isOn = isFirst;
    for (const { symbol, plain, derived } of pairs) {
      Reflect.set(server, symbol, isFirst ? derived : plain);
    }
    return isFirst;
  };
}

function giveBack(value: unknown, pairs: readonly ClassPair[]): void {
  if (typeof value !== 'object' || value === null) return;
  const prototype: unknown = Object.getPrototypeOf(value);
  for (const { plain, derived } of pairs) {
    if (prototype === derived.prototype) Reflect.setPrototypeOf(value, plain.prototype as object);
  }
}
