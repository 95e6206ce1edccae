import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';

const lib = fileURLToPath(new URL('../../lib/', import.meta.url));
let folder = '';

/** The schema folder as JavaScript that a bare node can run. */
function transpile(name: string): void {
  for (const file of readdirSync(join(lib, name), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    const target = join(folder, name, file.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    const { outputText } = ts.transpileModule(readFileSync(join(lib, name, file), 'utf8'), {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
    });
    writeFileSync(target, outputText);
  }
}

function run(flags: readonly string[]): unknown {
  const door = pathToFileURL(join(folder, 'schema', 'schema.js')).href;
  const script = `
    const { compileSchema, INVALID } = await import(${JSON.stringify(door)});
    let generates = true;
    try { new Function('return 1')(); } catch (error) { generates = false; }
    const items = { type: 'object', properties: { qty: { type: 'integer', maximum: 9 } } };
    const { parse, explain } = compileSchema({ type: 'array', items });
    const bad = [{ qty: 10 }];
    console.log(JSON.stringify({
      generates, parsed: parse([{ qty: '7' }]), refused: parse(bad) === INVALID,
      code: explain(bad, 'v').code,
    }));`;
  const argv = [...flags, '--input-type=module', '--eval', script];
  return JSON.parse(execFileSync(process.execPath, argv, { encoding: 'utf8' }));
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'schema-'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  transpile('schema');
  transpile('shared');
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('a process that forbids generated code validates values with closures', () => {
  const answer = { parsed: [{ qty: 7 }], refused: true, code: 'rest_out_of_bounds' };
  expect(run([])).toEqual({ generates: true, ...answer });
  expect(run(['--disallow-code-generation-from-strings'])).toEqual({ generates: false, ...answer });
});

it('a process that forbids generated code makes instances of classes', () => {
  const file = pathToFileURL(join(folder, 'schema/engine/instantiate.js')).href;
  const script = `
    import { createInstantiator } from ${JSON.stringify(file)};
    class Line { quantity = 1; }
    console.log(JSON.stringify(createInstantiator(Line, ['sku', 'quantity'])({ sku: 'a' })));
  `;
  const args = ['--disallow-code-generation-from-strings', '--input-type=module', '-e', script];
  expect(JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))).toEqual({
    quantity: 1,
    sku: 'a',
  });
});
