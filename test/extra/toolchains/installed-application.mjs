import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sourcesOf } from './application.mjs';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
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

/**
 * Writes an application that has the packed library.
 *
 * @param folder Where the application is, in a workspace.
 * @param packages Where its packages are named; by default, where the application is.
 * @param files More files, by their paths from the root of the workspace; they replace others.
 */
export function makeInstalledApplication({
  format = 'module',
  folder = '.',
  packages = folder,
  manifest = {},
  files = {},
}) {
  const root = mkdtempSync(join(tmpdir(), 'rest-routes-installed-'));
  const sources = { ...sourcesOf(format), 'tsconfig.build.json': BUILD };
  const all = Object.entries(sources).map(([path, text]) => [join(folder, path), text]);
  const manifestText = JSON.stringify(manifestOf({ type: format, ...manifest }), null, 2);
  all.push([join(packages, 'package.json'), manifestText]);
  for (const [path, text] of [...all, ...Object.entries(files)]) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  cpSync(pack(), join(root, packages, TARBALL));
  return root;
}

function manifestOf({ dependencies, devDependencies, ...rest }) {
  const own = (names) => Object.fromEntries(names.map((name) => [name, versions[name]]));
  return {
    name: 'acme',
    private: true,
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

const BUILD = JSON.stringify({ extends: './tsconfig.json', exclude: ['**/*.spec.ts', '*.ts'] });
