import { join } from 'node:path';
import { createServer, isRunnableDevEnvironment } from 'vite';
import { restRoutes } from '../../../lib/compiler/integrations/vite/vite.js';
import { REPOSITORY } from '../../support/repository.js';
import { CORPUS } from './corpus.js';

/** The corpus as Vite serves it to a test. */
export interface Served {
  load(path: string): Promise<Record<string, unknown>>;
  transform(path: string): Promise<string>;
  close(): Promise<void>;
}

/** Starts Vite with the plugin, as Vitest does. */
export async function serveCorpus(): Promise<Served> {
  const server = await createServer({
    root: CORPUS,
    configFile: false,
    logLevel: 'silent',
    plugins: [restRoutes()],
    resolve: {
      alias: [
        { find: /^@shared/, replacement: join(CORPUS, 'shared') },
        { find: /^nestjs-rest-routes$/, replacement: join(REPOSITORY, 'lib/index.ts') },
      ],
    },
    server: { middlewareMode: true, ws: false, watch: null },
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
  });
  const { ssr } = server.environments;
  if (!isRunnableDevEnvironment(ssr)) throw new Error('Vite cannot run modules here.');
  return {
    load: (path) => ssr.runner.import<Record<string, unknown>>(path),
    transform: async (path) => (await ssr.transformRequest(path))?.code ?? '',
    close: () => server.close(),
  };
}
