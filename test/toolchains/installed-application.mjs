import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sourcesOf } from './application.mjs';

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));
const TARBALL = 'nestjs-rest-routes.tgz';
const { devDependencies: versions } = JSON.parse(
  readFileSync(join(REPOSITORY, 'package.json'), 'utf8'),
);

/** The packages of an application of `nest new`, in the versions that this library is tested with. */
const PACKAGES = {
  dependencies: [
    '@nestjs/common',
    '@nestjs/core',
    '@nestjs/platform-express',
    'reflect-metadata',
    'rxjs',
  ],
  devDependencies: [
    '@nestjs/cli',
    '@nestjs/schematics',
    '@nestjs/testing',
    '@types/node',
    'typescript',
    'vite',
    'vitest',
  ],
};

/** Writes an application that has the packed library, and nothing of it set up: `nest add` does that. */
export function makeInstalledApplication(folder = '.', manifest = {}) {
  const root = mkdtempSync(join(tmpdir(), 'rest-routes-installed-'));
  const sources = {
    ...sourcesOf('module'),
    'src/app.module.ts': MODULE,
    'nest-cli.json': '{ "sourceRoot": "src" }',
    'vitest.config.ts': VITEST,
    'package.json': JSON.stringify(manifestOf(manifest), null, 2),
  };
  for (const [path, text] of Object.entries(sources)) {
    const file = join(root, folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  cpSync(pack(), join(root, folder, TARBALL));
  return root;
}

function manifestOf({ dependencies, devDependencies, ...rest }) {
  const own = (names) => Object.fromEntries(names.map((name) => [name, versions[name]]));
  return {
    name: 'acme',
    private: true,
    type: 'module',
    ...rest,
    dependencies: {
      ...own(PACKAGES.dependencies),
      'nestjs-rest-routes': `file:./${TARBALL}`,
      ...dependencies,
    },
    devDependencies: { ...own(PACKAGES.devDependencies), ...devDependencies },
  };
}

let tarball;
function pack() {
  tarball ??= packInto(mkdtempSync(join(tmpdir(), 'rest-routes-tarball-')));
  return tarball;
}

function packInto(folder) {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const text = execFileSync('npm', args, { cwd: REPOSITORY, encoding: 'utf8' });
  const [{ filename }] = JSON.parse(text.replace(/^[^]*?(?=^\[$)/m, ''));
  return join(folder, filename);
}

const MODULE = `import { Module } from '@nestjs/common';
import { ItemsController } from './items.controller.js';
import { ItemsService } from './items.service.js';

@Module({
  imports: [],
  providers: [ItemsController, ItemsService],
})
export class AppModule {}
`;

const VITEST = `import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { globals: true } });
`;
