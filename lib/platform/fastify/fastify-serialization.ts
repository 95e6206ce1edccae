/**
 * Whether hooks of an application change values before Fastify serializes them, as `preSerialization` does.
 * True as well where this version of Fastify keeps its hooks elsewhere.
 */
export function hasSerializationHooks(instance: object): boolean {
  const hooks = keptUnder('fastify.hooks', instance);
  if (typeof hooks !== 'object' || hooks === null || !('preSerialization' in hooks)) return true;
  return !Array.isArray(hooks.preSerialization) || hooks.preSerialization.length > 0;
}

/** Whether a reply has a serializer of its own, which Fastify would call for a text once more. */
export function hasOwnSerializer(reply: object): boolean {
  return keptUnder('fastify.reply.serializer', reply) !== null;
}

function keptUnder(name: string, holder: object): unknown {
  const symbol = Object.getOwnPropertySymbols(holder).find(
    ({ description }) => description === name,
  );
  return symbol === undefined ? undefined : Reflect.get(holder, symbol);
}
