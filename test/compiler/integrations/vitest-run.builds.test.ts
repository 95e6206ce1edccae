import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REPOSITORY } from '../../support/repository.js';
import { createScratch, type Scratch } from '../../support/scratch/scratch.js';
import { SOURCES } from '../../support/scratch/scratch-sources.js';

const LINE = "import { restRoutes } from 'nestjs-rest-routes/vite';\n";

let app: Scratch;

beforeAll(() => {
  app = createScratch(SOURCES, '--strict');
});

afterAll(() => app.dispose());

it('without the plugin a test fails with an error that names the line to add', () => {
  const { status, text } = app.vitest();
  expect(status).toBe(1);
  expect(text).toContain('RR1016');
  expect(text).toContain('restRoutes() from "nestjs-rest-routes/vite"');
});

it('with one line in the generated configuration of Vitest the tests of an application pass', () => {
  app.write('vitest.config.ts', LINE + app.read('vitest.config.ts'));
  app.edit('vitest.config.ts', '[tsconfigPaths()]', '[tsconfigPaths(), restRoutes()]');
  const { status, text } = app.vitest();
  expect(text).toContain('2 passed');
  expect(status).toBe(0);
});

it('a diagnostic in a controller fails the test file with its position and its text', () => {
  app.edit('src/items.controller.ts', 'variant?: Variant', 'variant?: Map<string, int>');
  const { status, text } = app.vitest();
  expect(status).toBe(1);
  expect(text).toMatch(/src\/items\.controller\.ts:28:15 - RR2001: no schema can express a type/);
  expect(text).toContain('Received Map<string, int>.');
});

/** Puts another version of TypeScript in the place of that of the repository. */
function installTypeScript(text: string): void {
  const installed = join(app.root, 'node_modules/typescript');
  // A link: only the link goes.
  rmSync(installed, { recursive: true });
  mkdirSync(installed);
  writeFileSync(join(installed, 'package.json'), '{ "name": "typescript", "main": "index.cjs" }');
  writeFileSync(join(installed, 'index.cjs'), `module.exports = ${text};\n`);
}

it('with TypeScript before 5.9, which is no peer that npm would reject, the error says what to install', () => {
  installTypeScript("{ version: '5.8.3', createProgram() {} }");
  const { status, text } = app.vitest();
  expect(status).toBe(1);
  expect(text).toContain('"typescript" 5.8.3 is installed, and 5.9 is the oldest');
  expect(text).toContain('npm i -D typescript@6');
});

it('with TypeScript 7, which has no interface for JavaScript, the error says what to install', () => {
  installTypeScript("{ version: '7.0.2' }");
  const { status, text } = app.vitest();
  expect(status).toBe(1);
  expect(text).toContain('"typescript" 7.0.2 has no interface');
  expect(text).toContain('npm i -D @typescript/typescript6');
});

it('with TypeScript 7 and the interface of TypeScript 6 beside it, the tests pass', () => {
  app.edit('src/items.controller.ts', 'variant?: Map<string, int>', 'variant?: Variant');
  const six = join(app.root, 'node_modules/@typescript/typescript6');
  mkdirSync(six, { recursive: true });
  writeFileSync(join(six, 'package.json'), '{ "main": "index.cjs" }');
  writeFileSync(
    join(six, 'index.cjs'),
    `module.exports = require(${JSON.stringify(join(REPOSITORY, 'node_modules/typescript'))});\n`,
  );
  const { status, text } = app.vitest();
  expect(text).toContain('2 passed');
  expect(status).toBe(0);
});
