import type { Server } from 'node:http';

/** A class in the older syntax. */
type Base = (this: object, ...args: unknown[]) => void;

/** Two classes of a server that create the same objects: with Node's prototype, and with Express's. */
interface ClassPair {
  readonly symbol: symbol;
  readonly ofNode: Base;
  readonly derived: Base;
}

/** The prototypes that an Express application gives to requests and responses. */
export interface ExpressPrototypes {
  readonly request: object;
  readonly response: object;
}

/**
 * Lets a server create requests and responses with the prototypes that Express would otherwise set on each of them. An
 * object whose prototype changes gets its own hidden class, for which V8 has no feedback: all later code of Node and of
 * the application runs slower on it.
 *
 * Only Express sees such objects. Listeners that get requests before Express, and listeners of other
 * events (`upgrade`, `connect`, `checkContinue`), see Node's prototypes: Express's accessors would make
 * assignments such as `request.query = …` throw in strict mode.
 *
 * It will be removed with Node 22, whose support ends in April 2027: on Node 20, a request of a usual application needs
 * 29 µs of CPU with it and 93 µs without.
 *
 * Node takes these classes as the options `IncomingMessage` and `ServerResponse` of `createServer`, which Nest does not
 * pass. If a server does not keep them under symbols, has its own classes, or is frozen, nothing changes.
 */
export function makeExpressRequests(server: Server, express: ExpressPrototypes): void {
  const pairs = [
    pairOf(server, 'IncomingMessage', express.request),
    pairOf(server, 'ServerResponse', express.response),
  ].filter((pair) => pair !== undefined);
  if (pairs.length > 0) watchHandover(server, express, pairs);
}

function pairOf(server: object, name: string, prototype: object): ClassPair | undefined {
  const symbol = Object.getOwnPropertySymbols(server).find(
    ({ description }) => description === name,
  );
  if (symbol === undefined) return undefined;
  const ofNode: unknown = Reflect.get(server, symbol);
  return isBaseOf(ofNode, prototype)
    ? { symbol, ofNode, derived: derive(ofNode, prototype) }
    : undefined;
}

/** A class in the newer syntax cannot be applied to an object that another class has created. */
function isBaseOf(base: unknown, prototype: object): base is Base {
  return (
    typeof base === 'function' &&
    !/^class\b/.test(Function.prototype.toString.call(base)) &&
    Object.prototype.isPrototypeOf.call(base.prototype as object, prototype)
  );
}

function derive(base: Base, prototype: object): Base {
  function Derived(this: object, ...args: unknown[]): void {
    Reflect.apply(base, this, args);
  }
  Derived.prototype = prototype;
  // As of any derived class: V8 estimates the number of properties of an instance by its base class.
  Object.setPrototypeOf(Derived, base);
  return Derived;
}

type Emit = (this: unknown, ...args: unknown[]) => boolean;

/**
 * Keeps requests and responses with Express's prototypes from every listener but Express. Node passes each of them to
 * `server.emit`, so the check is there: while Express is the first listener of `request`, the server creates objects
 * for Express; otherwise it creates Node's own, and objects that exist already get Node's prototypes back.
 */
function watchHandover(server: Server, express: object, pairs: readonly ClassPair[]): void {
  const isForExpress = createSwitch(server, express, pairs);
  const emit = createEmit(server, isForExpress, pairs);
  const isWatched = Reflect.defineProperty(server, 'emit', {
    value: emit,
    writable: true,
    configurable: true,
  });
  if (isWatched) isForExpress();
}

/** Runs for each event of the server: one array for the arguments, which is passed on unchanged. */
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
  for (const { symbol, ofNode, derived } of pairs) {
    Reflect.set(server, symbol, isForExpress ? derived : ofNode);
  }
}

/**
 * The first listener of `request`. The public `listeners()` copies an array for each request, and events
 * about listeners end with `removeAllListeners()`.
 */
function firstListener(server: object): unknown {
  // Node stores one listener itself, and several as an array.
  const { _events } = server as { readonly _events?: { readonly request?: unknown } };
  const listeners = _events?.request;
  return Array.isArray(listeners) ? (listeners as readonly unknown[])[0] : listeners;
}

function giveAllBack(values: readonly unknown[], pairs: readonly ClassPair[]): void {
  for (const value of values) giveBack(value, pairs);
}

function giveBack(value: unknown, pairs: readonly ClassPair[]): void {
  if (typeof value !== 'object' || value === null) return;
  const prototype: unknown = Object.getPrototypeOf(value);
  for (const { ofNode, derived } of pairs) {
    if (prototype === derived.prototype) Reflect.setPrototypeOf(value, ofNode.prototype as object);
  }
}
