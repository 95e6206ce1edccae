import type { Server } from 'node:http';
import { watchHandover, type Base, type ClassPair } from './express-handover.js';

/** A server of Node's, which keeps the classes of its requests and responses under symbols. */
type Classes = Record<symbol, unknown>;

/** An application of Express: it handles requests, and has the prototypes that it gives them. */
export interface ExpressApplication {
  readonly request: object;
  readonly response: object;
}

/**
 * Lets a server make its requests and responses with the prototypes that Express gives each of them
 * otherwise. To change the prototype of an object gives it a hidden class of its own, for which V8 has
 * learnt nothing: whatever is then done with it, by Node and by everybody else, is done without. Born
 * with the right prototype they are what they always were, and three times as many are answered.
 *
 * Only Express sees such objects. A listener that gets requests before Express, and listeners of other
 * events (`upgrade`, `connect`, `checkContinue`), see Node's prototypes: Express's accessors would make
 * assignments such as `request.query = …` throw in strict mode.
 *
 * Node takes these classes as the options `IncomingMessage` and `ServerResponse` of `createServer`, which
 * Nest calls without them. Where a server does not keep them as it does in Node 20, has some of its own,
 * or is frozen, all stays as it is.
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

/** A class in the newer syntax could not be applied to an object that another one has made. */
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
  // As of any derived class; V8 goes by it to see how many properties an instance will have.
  Object.setPrototypeOf(Derived, base);
  return Derived;
}
