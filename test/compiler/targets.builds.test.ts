import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { ModuleMetadata } from '@nestjs/common';
import ts from 'typescript';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attachText } from '../../lib/compiler/attachment.js';
import { Project } from '../../lib/compiler/project.js';
import { restRoutes } from '../../lib/compiler/integrations/vite/vite.js';
import { ADAPTERS, startApplication } from '../support/application.js';
import {
  CLASS_FORMS,
  CONFIG,
  createCompiler,
  optionsFor,
  outputOf,
  writeOutput,
} from './support/compile-for-target.js';
import { REPOSITORY } from '../support/repository.js';

const TARGETS = [
  'ES2015',
  'ES2016',
  'ES2017',
  'ES2018',
  'ES2019',
  'ES2020',
  'ES2021',
  'ES2022',
  'ES2023',
  'ESNext',
] as const;

/** Both meanings of a class field, where the compiler's steps differ. */
const CASES = [
  ...TARGETS.map((target) => ({ target, fields: true })),
  { target: 'ES2017', fields: false },
  { target: 'ES2021', fields: false },
  { target: 'ES2022', fields: false },
] as const;

let root: string;
const compile = createCompiler();

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'rest-routes-targets-'));
  symlinkSync(join(REPOSITORY, 'node_modules'), join(root, 'node_modules'));
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
});

afterAll(() => rmSync(root, { recursive: true }));

describe.each(CASES)('a target of $target, useDefineForClassFields: $fields', (one) => {
  const options = {
    target: ts.ScriptTarget[one.target],
    useDefineForClassFields: one.fields,
  };

  it("is served where Nest's command line compiles it", async () => {
    const outDir = join(root, `nest-${one.target}-${one.fields}`);
    await expectServed(compile(options, outDir));
  });

  it('is served where TypeScript compiles what a loader has attached', async () => {
    const outDir = join(root, `loader-${one.target}-${one.fields}`);
    for (const path of CLASS_FORMS) {
      const output = join(outDir, basename(path).replace(/\.ts$/, '.js'));
      const compilerOptions = optionsFor({ ...options, module: ts.ModuleKind.ESNext });
      writeOutput(output, ts.transpileModule(attached(path), { compilerOptions }).outputText);
    }
    await expectServed(outputOf(outDir));
  });
});

/** One plugin for both builds: it reads the same sources. */
const plugin = restRoutes({ tsconfig: CONFIG });

describe.each(['es2017', 'esnext'])('a build of Vite for %s', (target) => {
  it('is served', async () => {
    const outDir = join(root, `vite-${target}`);
    await build({
      root: REPOSITORY,
      configFile: false,
      logLevel: 'silent',
      plugins: [plugin],
      oxc: { target },
      build: { outDir, target, ssr: CLASS_FORMS[0] ?? '', minify: false },
      ssr: { external: ['nestjs-rest-routes'] },
    });
    await expectServed(outputOf(outDir));
  });
});

const project = new Project(() => ({
  options: optionsFor({}),
  fileNames: [...CLASS_FORMS],
  errors: [],
}));

/** A source as the loader hands it on. */
function attached(path: string): string {
  const code = readFileSync(path, 'utf8');
  const { classes, diagnostics } = project.read(path, code);
  expect(diagnostics).toEqual([]);
  return attachText(code, classes);
}

async function expectServed(module: string): Promise<void> {
  const { classForms } = (await import(/* @vite-ignore */ module)) as {
    readonly classForms: ModuleMetadata;
  };
  for (const adapter of ADAPTERS) {
    const app = await startApplication(classForms, { adapter });
    try {
      const answers = await Promise.all(REQUESTS.map(async ([, path]) => app.fetch('GET', path)));
      expect(answers.map(({ status, body }) => (status === 200 ? body : status))).toEqual(
        REQUESTS.map(([expected]) => expected),
      );
      const created = await app.fetch('POST', '/api/acme/v1/named', {
        headers: { 'content-type': 'application/json' },
        body: '{"lines":[{"sku":"a"}]}',
      });
      expect(created.body).toEqual([{ sku: 'a', qty: 1, isLine: true }]);
    } finally {
      await app.close();
    }
  }
}

const REQUESTS: readonly (readonly [object | number, string])[] = [
  [{ name: 'named', id: 7, n: 3, calls: true, counted: 6 }, '/api/acme/v1/named/7'],
  [400, '/api/acme/v1/named/7?n=11'],
  [401, '/api/acme/v1/named/13'],
  [404, '/api/acme/v1/named/seven'],
  [{ id: 1 }, '/api/acme/v1/base/1'],
  [{ id: 2 }, '/api/acme/v1/child/2'],
  [{ key: 3, kind: 'child' }, '/api/acme/v1/child/more/3'],
  [{ id: 4, made: 6 }, '/api/acme/v1/local/4'],
  [{ id: 5, made: 12 }, '/api/acme/v1/other-local/5'],
  [{ id: 6 }, '/api/acme/v1/default/6'],
  [404, '/api/acme/v1/default/six'],
];
