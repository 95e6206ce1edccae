import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { whileStarted } from './application.mjs';
import { EDITS, MISTAKES } from './edits.mjs';

const INDEX = fileURLToPath(new URL('../../wordpress/shop/shop-index.json', import.meta.url));
const ADD = ['npx', 'nest', 'add', 'nestjs-rest-routes'];
const GENERATE = ['npx', 'nest', 'generate', '-c', 'nestjs-rest-routes'];

const GENERATED = [
  ['rest-resource', 'items'],
  ['rest-controller', 'order-lines'],
  ['rest-route', 'items/publish'],
  ['permission', 'edit-items'],
  ['permission', 'read-secrets', '--type', 'capability'],
];
const IMPORTED = ['wordpress-routes', 'shop/v1', '--type', INDEX];

/** The lines that docs/getting-started.md has. */
export const TYPED = [
  ADD.join(' '),
  ...GENERATED.map((args) => [...GENERATE, ...args].join(' ')),
  'npm run build',
  'npm run lint',
  'npm test',
  'npm run test:e2e',
  'npm start',
];

/** The steps of the first hour, in order. Each takes the row, its folder, its shell and its files. */
export const STEPS = [
  ['add', add],
  ...[...GENERATED, IMPORTED].map((args) => [
    `generate ${args.slice(0, 2).join(' ')}`,
    (one) => generate(one, args),
  ]),
  ['build', build],
  ['lint', lintGenerated],
  ['prettier', prettier],
  ['test', (one) => test(one, 'test')],
  ['test:e2e', (one) => test(one, 'test:e2e')],
  ['start', start],
  ...EDITS.map((edit) => [edit.title, (one) => applyEdit(one, edit)]),
  ...MISTAKES.map((mistake) => [mistake.title, (one) => makeMistake(one, mistake)]),
  ['lint again', lint],
  ['test again', (one) => test(one, 'test')],
  ['start again', startAgain],
];

/** The package is installed from its tarball before, since no registry has it. */
function add({ run, files }) {
  run([...ADD, '--skip-install']);
  assert.match(files.read('nest-cli.json'), /nestjs-rest-routes/);
  assert.match(
    files.read('src/app.module.ts'),
    /RestModule\.forRoot\(\{ namespace: 'app', style: 'nest' \}\)/,
  );
}

function generate({ run }, args) {
  assert.match(run([...GENERATE, ...args]), /CREATE|UPDATE/);
}

function build({ run }) {
  const printed = run(['npm', 'run', 'build']).replaceAll(/^>.*$/gm, '').trim();
  assert.equal(printed, '', 'the build prints nothing');
}

/** The lint of Nest 11 repairs files: nothing may be left to repair. */
function lintGenerated(one) {
  const texts = () => one.sources().map((path) => one.files.read(path));
  const before = texts();
  lint(one);
  assert.deepEqual(texts(), before);
}

function lint({ run, row }) {
  assert.match(run(['npm', 'run', 'lint']).replaceAll(/^>.*$/gm, ''), row.linted);
}

function prettier({ run }) {
  const config = ['*.json', '*.config.ts', 'test/*.json', '--no-error-on-unmatched-pattern'];
  run(['npx', 'prettier', '--check', 'src/**/*.ts', 'test/**/*.ts', ...config]);
}

function test({ run }, script) {
  assert.match(run(['npm', 'run', script]), /Tests:? +\d+ passed/);
}

async function start({ root, env }) {
  const printed = await whileStarted(root, env, async (url) => {
    assert.deepEqual(await call(`${url}/api/app/v1/items`), [200, []]);
    assert.deepEqual(await call(`${url}/api/app/v1/order-lines`), [200, []]);
    assert.equal((await call(`${url}/api/app/v1/items?page=0`))[0], 400);
    assert.equal((await call(`${url}/api/app/v1/items`, 'POST', { title: 'Chair' }))[0], 401);
    assert.equal((await call(`${url}/api/app/v1/items/publish`))[0], 401);
    assert.equal((await call(`${url}/api/app/v1/items/1`))[0], 404);
    assert.equal((await call(`${url}/api/shop/v1/books`))[0], 401);
  });
  assert.match(printed, /Mapped \{\/api\/app\/v1\/items\/:id, GET\} route/);
}

function applyEdit(one, { files }) {
  for (const [path, from, to] of files(one.row.js)) one.files.edit(path, from, to);
  build(one);
}

/** The build fails, and says where and why. Without the mistake it succeeds again. */
function makeMistake(one, { path, from, to, place, reason }) {
  const before = one.files.read(path);
  one.files.edit(path, from, to);
  const line = one.files.read(path).split(place)[0].split('\n').length;
  const printed = one.run(['npm', 'run', 'build'], true);
  assert.match(printed, new RegExp(`${path.replaceAll('.', '\\.')}:${line}:\\d+`));
  assert.match(printed, reason);
  one.files.write(path, before);
  build(one);
}

async function startAgain({ root, env }) {
  await whileStarted(root, env, async (url) => {
    for (const { check } of EDITS) await check(`${url}/api/app/v1`, call);
  });
}

async function call(url, method = 'GET', body) {
  const response = await fetch(url, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const text = await response.text();
  return [response.status, text === '' ? undefined : JSON.parse(text)];
}
