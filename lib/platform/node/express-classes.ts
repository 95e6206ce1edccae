import type { Server } from 'node:http';
import { watchHandover, type Base, type ClassPair } from './express-handover.js';

/** A server of Node's, which keeps the classes of its requests and responses under symbols. */
type Classes = Record<symbol, unknown>;

/** An Express application, with the prototypes that it gives to requests and responses. */
export interface ExpressApplication {
  readonly request: object;
  readonly response: object;
}

/**
 * Lets a server create requests and responses with the prototypes that Express gives to each of them
 * otherwise. An object whose prototype changes gets a hidden class of its own, about which V8 has learnt
 * nothing: all later code of Node and of the application runs slower on it.
 *
 * Only Express sees such objects. Listeners that get requests before Express, and listeners of other
 * events (`upgrade`, `connect`, `checkContinue`), see Node's prototypes: Express's accessors would make
 * assignments such as `request.query = …` throw in strict mode.
 *
 * Node takes these classes as the options `IncomingMessage` and `ServerResponse` of `createServer`, which
 * Nest does not pass. Where a server does not keep them under symbols, has classes of its own, or is
 * frozen, nothing changes.
 */
export function makeExpressRequests(server: Server, express: ExpressApplication): void {
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
  const plain = (server as Classes)[symbol];
  return isBaseOf(plain, prototype)
    ? { symbol, plain, derived: derive(plain, prototype) }
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
