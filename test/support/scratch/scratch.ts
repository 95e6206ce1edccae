import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PACKAGE, REPOSITORY } from '../repository.js';

/** How a command ended, and what it printed, without colours. */
export interface Outcome {
  readonly status: number | null;
  readonly text: string;
}

/** An application as `nest new` makes it, with this package installed as a user has it. */
export interface Scratch {
  readonly root: string;
  read(path: string): string;
  write(path: string, text: string): void;
  /** Replaces a text that must be there. */
  edit(path: string, from: string, to: string): void;
  nest(...args: readonly string[]): Outcome;
  vitest(...args: readonly string[]): Outcome;
  /** The linter of a new application, as its `npm run lint` runs it. */
  lint(...args: readonly string[]): Outcome;
  /** Boots what was built and answers with the response to each path. */
  boot(...paths: readonly string[]): Outcome;
  /** Runs a file of the application with Node. */
  run(...args: readonly string[]): Outcome;
  start(...args: readonly string[]): ChildProcess;
  dispose(): void;
}

const NEST = join(REPOSITORY, 'node_modules/@nestjs/cli/bin/nest.js');
const VITEST = join(REPOSITORY, 'node_modules/vitest/vitest.mjs');

/** Makes an application: files as generated, a module with a controller added by `sources`. */
export function createScratch(
  sources: Readonly<Record<string, string>>,
  ...flags: readonly string[]
): Scratch {
  return createApplication(sources, installBuild, flags);
}

/** Makes an application as generated, with the tarball installed that `npm publish` would send. */
export function createPackedScratch(...flags: readonly string[]): Scratch {
  return createApplication({}, installTarball, flags);
}

function createApplication(
  sources: Readonly<Record<string, string>>,
  installPackage: (own: string) => void,
  flags: readonly string[],
): Scratch {
  const folder = mkdtempSync(join(tmpdir(), 'rest-routes-scratch-'));
  const made = ['new', 'app', '--skip-install', '--skip-git', '-p', 'npm', ...flags];
  execFileSync(process.execPath, [NEST, ...made], { cwd: folder, stdio: 'ignore' });
  const root = join(folder, 'app');
  install(root, installPackage);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  Object.entries(sources).forEach(([path, text]) => write(path, text));
  const run = (...args: readonly string[]): Outcome => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1', VITEST: undefined },
    });
    return { status, text: plain(stdout + stderr) };
  };
  return {
    root,
    read,
    write,
    edit: (path, from, to) => {
      const text = read(path);
      if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
      write(path, text.replace(from, to));
    },
    nest: (...args) => run(NEST, ...args),
    // By default, Vitest gives a test five seconds: too few for a busy machine.
    vitest: (...args) =>
      run(VITEST, 'run', '--testTimeout=900000', '--hookTimeout=900000', ...args),
    lint: (...args) => run(join(REPOSITORY, 'node_modules/oxlint/bin/oxlint'), ...args),
    boot: (...paths) => {
      write('boot.mjs', BOOT);
      return run('boot.mjs', ...paths);
    },
    run,
    // A group of its own: the command line starts the application as a process below it.
    start: (...args) =>
      spawn(process.execPath, [NEST, 'start', ...args], { cwd: root, detached: true }),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Without colours. */
export function plain(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/\u001b\[[0-9;]*[A-Za-z]/g, '');
}

const BOOT = `import { NestFactory } from '@nestjs/core';
const { AppModule } = await import('./dist/app.module.js');
const app = await NestFactory.create(AppModule, { logger: false, abortOnError: false });
await app.listen(0, '127.0.0.1');
const url = await app.getUrl();
for (const path of process.argv.slice(2)) {
  const answer = await fetch(url + path);
  console.log(answer.status, await answer.text());
}
await app.close();
`;

/** What is installed here, and the package in a real folder, as an installation makes it. */
function install(root: string, installPackage: (own: string) => void): void {
  const modules = join(root, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(join(REPOSITORY, 'node_modules'))) {
    if (name !== 'nestjs-rest-routes') {
      symlinkSync(join(REPOSITORY, 'node_modules', name), join(modules, name));
    }
  }
  const own = join(modules, 'nestjs-rest-routes');
  mkdirSync(own);
  installPackage(own);
  // The generated configuration of Vitest imports it; path aliases play no part here.
  const paths = join(modules, 'vite-tsconfig-paths');
  mkdirSync(paths, { recursive: true });
  writeFileSync(join(paths, 'package.json'), '{ "type": "module", "main": "index.js" }');
  writeFileSync(
    join(paths, 'index.js'),
    "export default () => ({ name: 'vite-tsconfig-paths' });\n",
  );
}

/** What chooses the installed TypeScript, as the manifest names it. */
const TYPESCRIPT = 'lib/compiler/program/installed-typescript.cjs';

/** The package as it was built. */
function installBuild(own: string): void {
  for (const path of ['package.json', 'dist', TYPESCRIPT]) {
    cpSync(join(PACKAGE, path), join(own, path), { recursive: true });
  }
}

/** The package as it is packed from what was built. */
function installTarball(own: string): void {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', own];
  // On Windows, npm is a script of the shell.
  const shell = process.platform === 'win32';
  const printed = execFileSync('npm', args, { cwd: REPOSITORY, encoding: 'utf8', shell });
  const [packed] = JSON.parse(printed.replace(/^[^[]*/, '')) as readonly [{ filename: string }];
  execFileSync('tar', ['-xzf', packed.filename, '--strip-components=1'], { cwd: own });
  rmSync(join(own, packed.filename));
}
