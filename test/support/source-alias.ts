import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { REPOSITORY } from './repository.js';

/** Vitest's aliases of the package and its subpaths: each export of the manifest, as its source in `lib`. */
export const SOURCE_ALIAS = Object.entries(manifest.exports).flatMap(([subpath, target]) => {
  if (typeof target === 'string') return [];
  const name = subpath.replace(/^\./, 'nestjs-rest-routes');
  const file = target.default.replace('./dist/', 'lib/').replace(/\.js$/, '.ts');
  return [{ find: new RegExp(`^${name}$`), replacement: join(REPOSITORY, file) }];
});
