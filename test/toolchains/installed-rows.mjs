import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeInstalledApplication } from './installed-application.mjs';

/** Package managers: each installs the tarball, sets it up by `nest add`, generates, builds and tests. */
export const INSTALLED_ROWS = [
  packageManager('pnpm', {
    run: ['npx', '--yes', 'pnpm@10'],
    // The tools below may run their scripts; none of them needs any.
    files: { 'pnpm-workspace.yaml': 'packages: []\nstrictPeerDependencies: false\n' },
  }),
  packageManager("Yarn 4, Plug'n'Play", {
    run: ['npx', '--yes', '--package', '@yarnpkg/cli-dist@4', 'yarn'],
    files: { '.yarnrc.yml': 'nodeLinker: pnp\nenableTelemetry: false\n', 'yarn.lock': '' },
  }),
];

function packageManager(name, { run: manager, files }) {
  const nest = [...manager, 'exec', 'nest'];
  return {
    name,
    formats: ['module'],
    isAnyNode: true,
    make: () => makeInstalledApplication(),
    prepare: ({ root }) => {
      for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
    },
    env: environmentOf,
    commands: () => [
      [...manager, 'install'],
      [...nest, 'add', 'nestjs-rest-routes', '--skip-install'],
      [...nest, 'generate', '-c', 'nestjs-rest-routes', 'rest-controller', 'shelves'],
      [...nest, 'build'],
      [...manager, 'exec', 'vitest', 'run'],
      [...manager, 'exec', 'node', '--enable-source-maps', 'out/main.js'],
    ],
  };
}

/** Yarn asks a registry of its own otherwise, and takes the lock file of a CI for finished. */
function environmentOf() {
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  return {
    YARN_NPM_REGISTRY_SERVER: registry,
    YARN_UNSAFE_HTTP_WHITELIST: new URL(registry).hostname,
    YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
    YARN_ENABLE_GLOBAL_CACHE: 'false',
  };
}
