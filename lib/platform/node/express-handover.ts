import type { Server } from 'node:http';

/** A class in the older syntax. */
export type Base = (this: object, ...args: unknown[]) => void;

/** Two classes of a server that create the same objects: with Node's prototype, and with Express's. */
export interface ClassPair {
  readonly symbol: symbol;
  readonly plain: Base;
  readonly derived: Base;
}

type Emit = (this: unknown, ...args: unknown[]) => boolean;

/**
 * Keeps requests and responses with Express's prototypes from every listener but Express. Node hands out
 * each of them by `server.emit`, so the check is there: while Express is the first listener of `request`,
 * the server creates objects for Express; otherwise it creates plain ones, and objects that exist already
 * get Node's prototypes back.
 */
export function watchHandover(server: Server, express: object, pairs: readonly ClassPair[]): void {
  const isForExpress = createSwitch(server, express, pairs);
  const emit = createEmit(server, isForExpress, pairs);
  const isWatched = Reflect.defineProperty(server, 'emit', {
    value: emit,
    writable: true,
    configurable: true,
  });
  if (isWatched) isForExpress();
}

/** Runs for each event of the server: one array for the arguments, which is handed on as it is. */
function createEmit(
  server: Server,
  isForExpress: () => boolean,
  pairs: readonly ClassPair[],
): Emit {
  const own: unknown = Object.getOwnPropertyDescriptor(server, 'emit')?.value;
  const inherited = Object.getPrototypeOf(server) as { readonly emit: Emit };
  return function emit(this: unknown, ...args) {
    if (args[0] !== 'request' || !isForExpress()) giveAllBack(args, pairs);
    // Looked up for each event: instrumentation may replace the method of the prototype later.
    return Reflect.apply(typeof own === 'function' ? (own as Emit) : inherited.emit, this, args);
  };
}

/** Returns whether Express gets the next request first, and switches the classes of the server to it. */
function createSwitch(server: Server, express: object, pairs: readonly ClassPair[]): () => boolean {
  let isOn = false;
  return () => {
    const isFirst = firstListener(server) === express;
    if (isFirst !== isOn) {
      isOn = isFirst;
      setClasses(server, pairs, isFirst);
    }
    return isFirst;
  };
}

function setClasses(server: Server, pairs: readonly ClassPair[], isForExpress: boolean): void {
  for (const { symbol, plain, derived } of pairs) {
    Reflect.set(server, symbol, isForExpress ? derived : plain);
  }
}

/** Where Node keeps listeners: one as it is, several as an array. */
interface Emitter {
  readonly _events?: { readonly request?: unknown };
}

/**
 * The first listener of `request`. The public `listeners()` copies an array for each request, and events
 * about listeners end with `removeAllListeners()`.
 */
function firstListener(server: Server): unknown {
  const listeners = (server as Emitter)._events?.request;
  return Array.isArray(listeners) ? (listeners as readonly unknown[])[0] : listeners;
}

function giveAllBack(values: readonly unknown[], pairs: readonly ClassPair[]): void {
  for (const value of values) giveBack(value, pairs);
}

function giveBack(value: unknown, pairs: readonly ClassPair[]): void {
  if (typeof value !== 'object' || value === null) return;
  const prototype: unknown = Object.getPrototypeOf(value);
  for (const { plain, derived } of pairs) {
    if (prototype === derived.prototype) Reflect.setPrototypeOf(value, plain.prototype as object);
  }
}
