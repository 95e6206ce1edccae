// Existing applications, each with its own tools: npm run test:extra -- existing. Each is made, checked by its own
// scripts, set up by `nest add`, and checked again: everything is as before. Then it gets its first route and is
// checked and started. --only ROW runs one row, --keep leaves its folder.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createShell, pack } from '../first-hour/application.mjs';
import { ROWS, VALIDATION } from './rows.mjs';
import { routeSources } from './sources.mjs';
import { whileServing } from './serving.mjs';
import { copyTemplate } from './templates.mjs';

const { values: options } = parseArgs({
  options: { only: { type: 'string', multiple: true }, keep: { type: 'boolean' } },
});

const shell = createShell();
// Nothing of Nx runs on in the background or asks another machine.
Object.assign(shell.env, { NX_DAEMON: 'false', NX_NO_CLOUD: 'true' });

const scratch = mkdtempSync(join(tmpdir(), 'rest-routes-existing-'));
try {
  const tarball = pack(scratch);
  const rows = ROWS.filter(({ name }) => options.only?.includes(name) ?? true);
  if (rows.length === 0) throw new Error(`There are ${ROWS.map(({ name }) => name).join(', ')}.`);
  const failed = [];
  for (const row of rows) {
    try {
      await check(row, tarball);
      console.log(`ok      ${row.name}`);
    } catch (error) {
      failed.push(row.name);
      console.log(`FAILED  ${row.name}\n${error instanceof Error ? error.message : String(error)}`);
    }
  }
  console.log(failed.length === 0 ? '\nAll are as before.' : `\n${failed.length} failed.`);
  process.exitCode = failed.length === 0 ? 0 : 1;
} finally {
  if (options.keep === true) console.log(`The applications are in ${scratch}.`);
  else rmSync(scratch, { recursive: true, force: true });
}

async function check(row, tarball) {
  const root = join(scratch, row.name);
  const one = applicationIn(root, row);
  make(one);
  const before = one.checks(row.failsBefore);
  assert.ok(before.total > 0 || row.failsBefore.length > 0, 'the application has tests');
  one.commit('before');

  one.run(row.addPackage(tarball));
  const text = one.run(row.add);
  const set = one.changed();
  assert.match(set, /RestModule/, `nest add has set the application up; it said:\n${text}`);
  const after = one.checks();
  const said = `nest add said:\n${text}`;
  for (const [name, count] of Object.entries(before.passed)) {
    if (count === undefined) assert.ok(after.passed[name] > 0, `${name} passes now; ${said}`);
    else assert.equal(after.passed[name], count, `${name} is as before; ${said}`);
  }
  assert.deepEqual(one.changed(), set, 'a linter that repairs files has nothing to repair');
  one.prettier(set);
  one.commit('added');

  for (const [name, major] of Object.entries(row.hoisted)) {
    const { version } = JSON.parse(readFileSync(join(root, `node_modules/${name}/package.json`)));
    assert.match(version, new RegExp(`^${major}\\.`), `${name} at the root of the workspace`);
  }
  addRoute(one);
  const withRoute = one.checks();
  const added = existsSync(join(one.folder, row.source, 'test')) ? 2 : 1;
  assert.equal(withRoute.total, after.total + added, 'the tests of the route pass');
  await start(one);
}

/** An application in its folder, and what is done with it. */
function applicationIn(root, row) {
  const folder = join(root, row.folder);
  const run = (command) => shell.run(folder, command);
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
      cwd: root,
      encoding: 'utf8',
    });
  return {
    row,
    root,
    folder,
    run,
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    write(path, text) {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    },
    /**
     * The number of tests that pass, of each check. A check that fails is an error, unless it is one of those that may:
     * it has no number.
     */
    checks(mayFail = []) {
      const passed = row.checks.map((command) => {
        const name = command.join(' ');
        try {
          return [name, testsIn(run(command))];
        } catch (error) {
          if (mayFail.includes(name)) return [name, undefined];
          throw error;
        }
      });
      return {
        total: passed.reduce((sum, [, count = 0]) => sum + count, 0),
        passed: Object.fromEntries(passed),
      };
    },
    commit(message) {
      if (!existsSync(join(root, '.git'))) git('init', '-q');
      git('add', '-A');
      git('commit', '-q', '-m', message);
    },
    /** The changes that are not committed. */
    changed: () => git('diff', 'HEAD', '--', '.', ':!*lock*') + git('status', '--porcelain'),
    /** What the set-up has changed has the format of the project. */
    prettier(changes) {
      const files = [...changes.matchAll(/^.. (\S+\.(?:ts|mts|js|mjs|cjs|cts|json))$/gm)]
        .map(([, path]) => join(root, path))
        .filter((path) => existsSync(path) && !path.includes('package'));
      if (files.length > 0) run(['npx', 'prettier', '--check', ...files]);
    },
  };
}

function testsIn(printed) {
  const [, count = '0'] = /Tests:? +(?:.*, )?(\d+) passed/.exec(printed) ?? [];
  return Number(count);
}

function make({ row, folder, run, read, write }) {
  mkdirSync(dirname(folder), { recursive: true });
  copyTemplate(row.template, scratch, folder, (...args) => shell.run(...args));
  const manifest = JSON.parse(read('package.json'));
  Object.assign(manifest.dependencies, VALIDATION);
  write('package.json', `${JSON.stringify(row.manifest(manifest), null, 2)}\n`);
  for (const [path, text] of Object.entries({ ...row.sources, ...row.files })) {
    // An application of Nx has end-to-end tests in a project of their own.
    if (row.template !== 'nx' || !path.startsWith('test/')) write(path, text);
  }
  for (const [path, edits] of Object.entries(row.edits)) {
    write(
      path,
      edits.reduce((text, [from, to]) => replaced(text, from, to), read(path)),
    );
  }
  register({ read, write, js: row.js }, row.base, 'Articles', 'controllers');
  write('../../.gitignore'.slice(row.folder === '.' ? 6 : 0), 'node_modules\n');
  write('.gitignore', 'node_modules\ndist\n.nx\n*.tsbuildinfo\n');
  run(row.install);
  row.prepare?.({ run });
  // A team has formatted what it has written.
  run(['npx', 'prettier', '--write', '--log-level=warn', '.', '!**/package.json']);
}

/** Adds a controller to a list of the root module. */
function register({ read, write, js }, base, name, list) {
  const folder = name.toLowerCase();
  const path = [`${base}/app.module.ts`, `${base}/app/app.module.ts`].find((one) => {
    try {
      return read(one) !== '';
    } catch {
      return false;
    }
  });
  const text = replaced(read(path), `${list}: [`, `${list}: [${name}Controller, `);
  const imported = `import { ${name}Controller } from './${folder}/${folder}.controller${js}';\n`;
  write(path, replaced(text, '\n@Module', `${imported}\n@Module`));
}

function addRoute({ row, read, write }) {
  const base = row.after ?? row.base;
  const namespace = namespaceOf({ row, read });
  const sources = routeSources({ js: row.js, base, namespace });
  for (const [path, text] of Object.entries(sources)) {
    if (!path.startsWith('test/')) write(path, text);
    else if (row.template !== 'nx') write(join(row.source, path), text);
  }
  register({ read, write, js: row.js }, base, 'Notes', 'providers');
}

/** The namespace that `nest add` has written. */
function namespaceOf({ row, read }) {
  const module = read(`${row.after ?? row.base}/app.module.ts`);
  return /namespace: ['"]([^'"]+)/.exec(module)?.[1];
}

/** What was built is started, and serves both. */
async function start({ row, folder, read }) {
  const namespace = namespaceOf({ row, read });
  await whileServing(join(folder, row.entry), folder, shell.env, async (url) => {
    // A global prefix stands in place of that of the library.
    const notes = `${url}/api/${namespace}/v1/notes`;
    assert.deepEqual(await json(`${url}${row.prefix}/articles/1`), { id: 1, title: 'First' });
    assert.deepEqual(await json(`${notes}/7`), { id: 7, copies: 3, text: 'AppService' });
    assert.equal((await fetch(`${notes}/7?copies=x`)).status, 400);
  });
}

async function json(url) {
  return (await fetch(url)).json();
}

function replaced(text, from, to) {
  assert.ok(text.includes(from), `${from} in\n${text}`);
  return text.replace(from, () => to);
}
