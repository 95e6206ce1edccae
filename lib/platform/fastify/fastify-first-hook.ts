/** A hook of Fastify's that runs once the request has been routed. */
export type OnRequest<Request> = (request: Request, reply: unknown, done: () => void) => void;

/** The hooks of a scope, as Fastify 5 keeps them under a symbol. */
interface Hooks {
  readonly onRequest: unknown[];
}

/**
 * Adds a hook ahead of all others of a scope. Nest registers its middleware before any module is
 * initialised, and Fastify runs hooks in the order of their registration, so `addHook` would come too
 * late for changes that middleware should see.
 *
 * @returns Whether Fastify keeps its hooks where they are expected.
 */
export function addFirstHook<Request>(scope: object, hook: OnRequest<Request>): boolean {
  const hooks = hooksOf(scope);
  if (hooks === undefined) return false;
  hooks.onRequest.unshift(hook);
  return true;
}

function hooksOf(scope: object): Hooks | undefined {
  // A scope inherits from its parent, and has hooks of its own.
  const symbol = Object.getOwnPropertySymbols(scope).find(
    ({ description }) => description === 'fastify.hooks',
  );
  const hooks: unknown = symbol === undefined ? undefined : Reflect.get(scope, symbol);
  if (typeof hooks !== 'object' || hooks === null || !('onRequest' in hooks)) return undefined;
  return Array.isArray(hooks.onRequest) ? (hooks as Hooks) : undefined;
}
