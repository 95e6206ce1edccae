import { fileURLToPath } from 'node:url';

const everything = () => true;
/** There is no one way to cache with these. */
const uncached = (work) => work !== 'cached list';
/** It answers all alike, so there is nothing to be cached and no table to look into. */
const bare = (work) => ['one', 'list', 'order', 'denied'].includes(work);

/** The works with a body that a return type declares. */
const returnsObjects = (work) => ['one', 'list', 'cached list'].includes(work);

/** `decides`: whether it validates and asks who is calling, as all but the floor do. */
const contender = (name, script, more = {}) => ({
  name,
  script: fileURLToPath(new URL(`./contenders/${script}.mjs`, import.meta.url)),
  args: [],
  does: everything,
  decides: true,
  ...more,
});

/** Who is measured on an adapter in the usual application. */
export function usualContendersOf(adapter) {
  const args = [adapter];
  const raw = adapter === 'fastify' ? 'Fastify' : 'Express';
  const env = { USUAL: '1' };
  return [
    contender('ours', 'rest', { args, env, base: '/api/acme/v1' }),
    contender(`raw ${raw}`, `raw-${adapter}`, { env, args, does: uncached }),
    // Nest's cache keeps no response to a request with a token.
    contender('Nest + class-validator', 'nest', { args, env, does: uncached }),
    contender('Nest + zod', 'nest-zod', { args, env, does: uncached }),
  ];
}

/** Who is measured on an adapter, each as its own users would write it. */
export function contendersOf(adapter) {
  const args = [adapter];
  const raw = adapter === 'fastify' ? 'Fastify' : 'Express';
  return [
    contender('ours', 'rest', { args, base: '/api/acme/v1' }),
    contender('ours, declared', 'rest', {
      args,
      base: '/api/acme/v1',
      env: { DECLARED: '1' },
      does: returnsObjects,
    }),
    contender(`raw ${raw}`, `raw-${adapter}`, { does: uncached }),
    contender('Nest + class-validator', 'nest', { args }),
    contender('Nest + zod', 'nest-zod', { args }),
    contender('floor', 'floor', { args, does: bare, decides: false }),
    contender('node:http', 'raw-node', { does: uncached }),
  ];
}
