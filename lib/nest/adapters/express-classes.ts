/** A server of Node's, which keeps the classes of its requests and responses under symbols. */
type Classes = Record<symbol, unknown>;

type Base = (this: object, ...args: unknown[]) => void;

/**
 * Lets a server make its requests and responses with the prototypes that Express gives each of them
 * otherwise. To change the prototype of an object gives it a hidden class of its own, for which V8 has
 * learnt nothing: whatever is then done with it, by Node and by everybody else, is done without. Born
 * with the right prototype they are what they always were, and three times as many are answered.
 *
 * Node takes these classes as the options `IncomingMessage` and `ServerResponse` of `createServer`, which
 * Nest calls without them. Where a server does not keep them as it does in Node 20, or has some of its
 * own, all stays as it is.
 *
 * @param prototypes Of Express's application: its `request` and `response`.
 */
export function makeExpressRequests(
  server: object,
  prototypes: { readonly request: object; readonly response: object },
): void {
  adopt(server, 'IncomingMessage', prototypes.request);
  adopt(server, 'ServerResponse', prototypes.response);
}

function adopt(server: object, name: string, prototype: object): void {
  const symbol = Object.getOwnPropertySymbols(server).find(
    ({ description }) => description === name,
  );
  if (symbol === undefined) return;
  const classes = server as Classes;
  const base = classes[symbol];
  if (isBaseOf(base, prototype)) classes[symbol] = derive(base, prototype);
}

/** A class in the newer syntax could not be applied to an object that another one has made. */
function isBaseOf(base: unknown, prototype: object): base is Base {
  return (
    typeof base === 'function' &&
    !/^class\b/.test(Function.prototype.toString.call(base)) &&
    Object.prototype.isPrototypeOf.call(base.prototype as object, prototype)
  );
}

function derive(base: Base, prototype: object): unknown {
  function Derived(this: object, ...args: unknown[]): void {
    Reflect.apply(base, this, args);
  }
  Derived.prototype = prototype;
  // As of any derived class; V8 goes by it to see how many properties an instance will have.
  Object.setPrototypeOf(Derived, base);
  return Derived;
}
