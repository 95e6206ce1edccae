import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const CACHED = 'cached list';
const everything = () => true;
const uncached = (work) => work !== CACHED;
// It answers all alike, so there is nothing to be cached and no table to look into.
const bare = (work) => ['one', 'list', 'order', 'denied'].includes(work);

/** `refuses`: whether it validates, as all but the floor do. */
const contender = (name, script, args = [], does = everything, refuses = true) => ({
  name,
  script: fileURLToPath(new URL(`./contenders/${script}.mjs`, import.meta.url)),
  args,
  does,
  refuses,
});

/** Who is measured on an adapter, each as its own users would write it. */
export function contendersOf(adapter) {
  const raw =
    adapter === 'fastify'
      ? contender('raw Fastify', 'raw-fastify', [], uncached)
      : contender('raw Express', 'raw-express', [], uncached);
  return [
    contender('ours', 'rest', [adapter]),
    raw,
    contender('Nest + class-validator', 'nest', [adapter]),
    contender('Nest + zod', 'nest-zod', [adapter]),
    ...nestia(adapter),
    contender('floor', 'floor', [adapter], bare, false),
    contender('node:http', 'raw-node', [], uncached),
  ];
}

/** nestia has a build of its own: `npm run bench:nestia`. */
function nestia(adapter) {
  const built = new URL('../nestia/dist/main.js', import.meta.url);
  if (!existsSync(built)) {
    console.warn('SKIPPED: nestia is not built; npm run bench:nestia installs and builds it.');
    return [];
  }
  return [
    {
      name: 'nestia',
      script: fileURLToPath(built),
      args: [adapter],
      does: uncached,
      refuses: true,
    },
  ];
}
