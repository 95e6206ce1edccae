import { IncomingMessage, ServerResponse, type Server } from 'node:http';

/**
 * The classes that a server makes requests of clients and their responses of: Express gives objects of other classes
 * other prototypes, which slows all later code on them.
 */
export function findClasses(server: Server) {
  const own: Record<string, unknown> = {};
  for (const symbol of Object.getOwnPropertySymbols(server)) {
    const { description = '' } = symbol;
    const value: unknown = Reflect.get(server, symbol);
    if (typeof value === 'function') own[description] = value;
  }
  const { IncomingMessage: message, ServerResponse: response } = own;
  return {
    IncomingMessage: isKind(message, IncomingMessage) ? message : IncomingMessage,
    ServerResponse: isKind(response, ServerResponse) ? response : ServerResponse,
  };
}

/** Whether instances of a class are also instances of Node's. HTTP/2 has others. */
function isKind<Class extends abstract new (...args: never[]) => object>(
  value: unknown,
  base: Class,
): value is Class {
  if (value === base) return true;
  return typeof value === 'function' && value.prototype instanceof base;
}
