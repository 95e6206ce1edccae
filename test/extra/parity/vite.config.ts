import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { restRoutes } from '../../../lib/compiler/integrations/vite/vite.js';
import { REPOSITORY } from '../../support/repository.js';
import { SOURCE_ALIAS } from '../../support/source-alias.js';
import { FAULTS } from './faults.mjs';

/** Replaces a text of the library, if `planted.mjs` asks for it. */
function planted(name: string): Plugin {
  const fault = FAULTS.find((one) => one.name === name);
  if (fault === undefined) throw new Error(`There is no fault "${name}".`);
  let isPlanted = false;
  return {
    name: 'planted',
    enforce: 'pre',
    transform(code, id) {
      if (id !== join(REPOSITORY, fault.file)) return undefined;
      isPlanted = code.includes(fault.from);
      return code.replace(fault.from, () => fault.to);
    },
    buildEnd() {
      if (!isPlanted) throw new Error(`${fault.file} has no place for "${name}".`);
    },
  };
}

const { PARITY_FAULT: fault } = process.env;

/** Bundles the worker with the source of the library, compiled as applications are. */
export default defineConfig({
  root: REPOSITORY,
  plugins: [...(fault === undefined ? [] : [planted(fault)]), restRoutes()],
  resolve: { alias: SOURCE_ALIAS },
  logLevel: 'warn',
  build: {
    ssr: join(import.meta.dirname, 'worker.ts'),
    outDir:
      process.env['PARITY_BUILD'] ??
      join(REPOSITORY, 'node_modules/.cache/nestjs-rest-routes/parity'),
    emptyOutDir: true,
    minify: false,
    sourcemap: true,
    target: 'node20',
  },
});
