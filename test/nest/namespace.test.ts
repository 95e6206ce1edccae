import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startFolders, manifestNamespace } from '../../lib/nest/options/manifest-namespace.js';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const STATED = '{ "type": "module", "nestjs-rest-routes": { "namespace": "stated" } }';
const OTHER = '{ "nestjs-rest-routes": { "namespace": "other" } }';

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'rest-routes-namespace-')));
  mkdirSync(join(root, 'elsewhere'));
});

afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

describe('the namespace of package.json', () => {
  const found = (script: string | undefined, folder = 'elsewhere'): unknown =>
    manifestNamespace(startFolders(script, join(root, folder))).value;

  beforeEach(() => {
    write('app/package.json', STATED);
    write('app/dist/main.js', '');
  });

  test('is found from the folder of the entry module in any working directory', () => {
    write('elsewhere/package.json', OTHER);
    expect(found(join(root, 'app/dist/main.js'))).toBe('stated');
  });

  test.each(['app/dist/main', 'app/dist'])('is found when node runs %s', (script) => {
    expect(found(join(root, script))).toBe('stated');
  });

  test('is found above a package.json that states none, as builds put one into dist', () => {
    write('app/dist/package.json', '{ "type": "commonjs" }');
    expect(found(join(root, 'app/dist/main.js'))).toBe('stated');
  });

  test('is found behind a link to the entry module, and behind a link to its folder', () => {
    symlinkSync(join(root, 'app/dist/main.js'), join(root, 'elsewhere/serve'));
    symlinkSync(join(root, 'app'), join(root, 'current'));
    expect(found(join(root, 'elsewhere/serve'))).toBe('stated');
    expect(found(join(root, 'current/dist/main.js'))).toBe('stated');
  });

  test('is found beside a link, where the real file belongs to no project', () => {
    write('store/main.js', '');
    symlinkSync(join(root, 'store/main.js'), join(root, 'app/dist/linked.js'));
    expect(found(join(root, 'app/dist/linked.js'))).toBe('stated');
  });

  test.each([
    'node_modules/runner/cli.js',
    'node_modules/@scope/runner/dist/cli.js',
    'node_modules/.pnpm/runner@1.0.0/node_modules/runner/cli.js',
    'node_modules/.bin/runner',
  ])('is that of the working directory where the entry module is the runner %s', (script) => {
    write('package.json', OTHER);
    write(script, '');
    write('node_modules/runner/package.json', '{ "name": "runner" }');
    expect(found(join(root, script), 'app')).toBe('stated');
  });

  test('is that of an application that is installed as a package', () => {
    write('elsewhere/package.json', OTHER);
    write('node_modules/shop/package.json', STATED);
    write('node_modules/shop/dist/main.js', '');
    expect(found(join(root, 'node_modules/shop/dist/main.js'))).toBe('stated');
  });

  test('is never that of this package, although its command line is an entry module', () => {
    expect(found(join(repository, 'dist/cli/main.js'), 'app')).toBe('stated');
    expect(found(join(repository, 'dist/cli/main.js'))).toBeUndefined();
  });

  test('is that of the working directory where there is no entry module', () => {
    expect(found(undefined, 'app/dist')).toBe('stated');
  });

  test('is not read from a file that is not JSON, and the error names the file', () => {
    const path = write('app/package.json', '{ nothing }');
    expect(() => found(join(root, 'app/dist/main.js'))).toThrow(`${path} is not JSON`);
  });
});
