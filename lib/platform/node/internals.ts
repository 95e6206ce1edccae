import { IncomingMessage, ServerResponse, type Server } from 'node:http';

/**
 * The classes that a server uses for requests of clients and their responses. Express sets other prototypes on objects
 * of other classes, which slows all later code on them.
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

/** Whether a class is Node's class or extends it. HTTP/2 has other classes. */
function isKind<Class extends abstract new (...args: never[]) => object>(
  value: unknown,
  base: Class,
): value is Class {
  if (value === base) return true;
  return typeof value === 'function' && value.prototype instanceof base;
}
