// The configuration of Nest's integration tests, with RestModule in every root module.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const source = process.env['SUITE_SOURCE'];
const dist = fileURLToPath(new URL('../../../dist/', import.meta.url));
const setup = fileURLToPath(new URL('nest-setup.mjs', import.meta.url));
const checkout = createRequire(join(source, 'package.json'));
const { loadConfigFromFile, mergeConfig } = await import(
  pathToFileURL(createRequire(checkout.resolve('vitest/config')).resolve('vite')).href
);

/** What this library imports comes from the checkout: two copies of Nest would know nothing of each other. */
const packagesOfCheckout = {
  name: 'packages-of-the-checkout',
  enforce: 'pre',
  async resolveId(id, importer, options) {
    const isOurs = importer !== undefined && (importer.startsWith(dist) || importer === setup);
    if (!isOurs || /^[./]|^node:/.test(id)) return null;
    const found = await this.resolve(id, join(source, 'integration/index.ts'), {
      ...options,
      skipSelf: true,
    });
    // What the checkout does not have, as lru-cache, is ours.
    return found ?? null;
  },
};

const environment = { command: 'serve', mode: 'test' };
const { config } = await loadConfigFromFile(
  environment,
  join(source, 'vitest.config.integration.mts'),
);

export default process.env['SUITE_WITHOUT'] === '1'
  ? config
  : mergeConfig(config, {
      plugins: [packagesOfCheckout],
      server: { fs: { strict: false } },
      test: { setupFiles: [setup], server: { deps: { inline: [/rest-routes|\/dist\//] } } },
    });
