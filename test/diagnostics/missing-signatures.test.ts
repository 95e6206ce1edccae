import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeclarationException, type Diagnostic } from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { diagnosticAt } from '../../lib/diagnostics/diagnostic.js';
import { currentToolchain, type ProcessView } from '../../lib/diagnostics/rest.exception.js';

const missing = (className: string, methodName: string, index = 0): Diagnostic =>
  diagnosticAt(
    { className, methodName, part: { kind: 'parameter', owner: 'route', index } },
    { code: 'RR1016', expected: 'a signature', received: 'neither' },
  );

test('All classes without signatures are one diagnostic, which names their places', () => {
  const all = [
    missing('Items', 'list'),
    missing('Items', 'one'),
    missing('Orders', 'list'),
    missing('Orders', 'one'),
    missing('Books', 'list'),
  ];
  const { message, diagnostics } = new DeclarationException([...all, missing('Items', 'one', 1)]);
  expect(message).toMatch(/^One diagnostic in REST declarations:\n.*\(Items\.list, parameter 1\)/);
  expect(message.match(/RR1016/g)).toHaveLength(1);
  expect(message.match(/restRoutes\(\)/g)).toHaveLength(1);
  expect(message).toContain(
    'The same holds for: Items.one, parameter 1; Items.one, parameter 2; Orders (2 places); Books.list, parameter 1.',
  );
  expect(diagnostics).toHaveLength(6);
});

test('Sixty classes without signatures are one diagnostic, which names twenty of them', () => {
  const all = Array.from({ length: 60 }, (_, index) => missing(`Items${index}`, 'list'));
  const { message } = new DeclarationException(all);
  expect(message.match(/RR1016/g)).toHaveLength(1);
  expect(message).toContain('Items20.list, parameter 1 and 39 more.');
});

test('The message names the line that the running toolchain needs', () => {
  const { message } = new DeclarationException([missing('Items', 'list')]);
  expect(message).toContain('add restRoutes() from "nestjs-rest-routes/vite" to plugins');
});

describe('the toolchain of a process', () => {
  const view = (more: Partial<ProcessView>): ProcessView => ({
    versions: {},
    env: {},
    execArgv: [],
    argv: ['node', '/app/dist/main.js'],
    cwd: () => '/nowhere',
    ...more,
  });

  test.each<[string | undefined, Partial<ProcessView>]>([
    ['bun', { versions: { bun: '1.3.0' } }],
    ['swc', { env: { npm_lifecycle_script: 'nest start -b swc --watch' } }],
    ['vitest', { env: { VITEST: 'true', JEST_WORKER_ID: '1' } }],
    ['jest', { env: { JEST_WORKER_ID: '1' } }],
    ['tsx', { execArgv: ['--import', 'tsx'] }],
    ['tsx', { execArgv: ['--import', 'file:///app/node_modules/tsx/dist/loader.mjs'] }],
    ['tsx', { env: { NODE_OPTIONS: '--import=tsx' } }],
    ['node', { argv: ['node', '/app/src/main.ts'] }],
    [undefined, {}],
  ])('is %s for %j', (expected, more) => {
    expect(currentToolchain(view(more))).toBe(expected);
  });

  test.each([
    ['nest', {}],
    ['nest', { compilerOptions: { builder: 'rspack' } }],
    ['swc', { compilerOptions: { builder: 'swc' } }],
    ['swc', { compilerOptions: { builder: { type: 'swc', options: {} } } }],
  ])('is %s beside a nest-cli.json with %j', (expected, config) => {
    const folder = mkdtempSync(join(tmpdir(), 'rest-routes-toolchain-'));
    try {
      writeFileSync(join(folder, 'nest-cli.json'), JSON.stringify(config));
      expect(currentToolchain(view({ cwd: () => folder }))).toBe(expected);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('is Nx beside an nx.json', () => {
    const folder = mkdtempSync(join(tmpdir(), 'rest-routes-toolchain-'));
    try {
      writeFileSync(join(folder, 'nx.json'), '{}');
      expect(currentToolchain(view({ cwd: () => folder }))).toBe('nx');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
