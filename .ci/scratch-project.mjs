// A copy of the project in a folder of its own, for tests with other packages than those of the lock file.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The projects of vitest.config.ts in which each test runs once on each adapter, and what starts `dist`. */
export const ONCE_ON_EACH_ADAPTER = ['fastify', 'express', 'dist'].map(
  (name) => `--project=${name}`,
);

const INSTALL = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];

/** Calls `use` with a scratch project that is removed afterwards; the process ends with 1 if `use` throws. */
export function withScratchProject(name, minutes, use) {
  const folder = mkdtempSync(join(tmpdir(), `rest-routes-${name}-`));
  const deadline = Date.now() + minutes * 60_000;
  const run = (command, args) => {
    const timeout = Math.max(1, deadline - Date.now());
    const { status, signal } = spawnSync(command, args, { cwd: folder, stdio: 'inherit', timeout });
    if (signal !== null)
      throw new Error(`${command} ${args[0]} did not end within ${minutes} minutes.`);
    if (status !== 0) throw new Error(`${command} ${args[0]} ended with ${status}.`);
  };
  try {
    use({
      folder,
      run,
      install: (...more) => run('npm', ['install', ...INSTALL, ...more]),
      vitest: (...args) =>
        run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args]),
      manifestOf: (dependency) =>
        readJson(join(folder, 'node_modules', dependency, 'package.json')),
      /** Lets `change` modify the parsed file. */
      edit: (path, change) => {
        const data = readJson(path);
        change(data);
        writeFileSync(join(folder, path), JSON.stringify(data, null, 2));
      },
    });
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The files of the project that git knows, and those that it does not ignore. */
export function projectFiles() {
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    encoding: 'utf8',
  });
  return [...new Set(listed.split('\0'))].filter((file) => file !== '' && existsSync(file));
}

export function copyFiles(files, folder) {
  for (const file of files) cpSync(file, join(folder, file), { force: true });
}

export function copyBuilt(name, command, folder) {
  if (!existsSync(name)) throw new Error(`There is no ${name}: run "${command}" first.`);
  cpSync(name, join(folder, name), { recursive: true });
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
