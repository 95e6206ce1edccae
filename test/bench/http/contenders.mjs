import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { INSTALL, npm } from '../harness/npm.mjs';
import { isChosenContender } from '../harness/settings.mjs';
import { buildNestia } from '../nestia/build.mjs';

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
    ...nestia(args),
    ...others(),
    contender('floor', 'floor', { args, does: bare, decides: false }),
    contender('node:http', 'raw-node', { does: uncached }),
  ];
}

function nestia(args) {
  if (!isChosenContender({ name: 'nestia' })) return [];
  const { folder, trouble } = buildNestia();
  if (trouble === undefined)
    return [contender('nestia', 'nestia', { script: `${folder}/main.js`, args, does: uncached })];
  console.warn(`\nSKIPPED: nestia. ${trouble}\n`);
  return [];
}

/** Frameworks with an HTTP server of their own, the same beside both adapters. */
function others() {
  if (!['Elysia', 'Hono + zod'].some((name) => isChosenContender({ name }))) return [];
  const folder = fileURLToPath(new URL('../others/', import.meta.url));
  const trouble = existsSync(`${folder}node_modules/hono`) ? undefined : npm(folder, ...INSTALL);
  if (trouble === undefined)
    return [
      contender('Elysia', 'elysia', { script: `${folder}elysia.mjs`, does: uncached }),
      contender('Hono + zod', 'hono', { script: `${folder}hono.mjs`, does: uncached }),
    ];
  console.warn(`\nSKIPPED: Elysia and Hono. ${trouble}\n`);
  return [];
}
