import { readFileSync, statSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run } from './support/command-line.js';
import {
  controllerOf,
  createTemporaryProject,
  type TemporaryProject,
} from '../compiler/support/temporary-project.js';

let project: TemporaryProject;
let file: string;

beforeEach(() => {
  project = createTemporaryProject('module', {
    'src/items.ts': controllerOf('.js'),
    'src/kind.ts': "export type Kind = 'one' | 'two';\n",
  });
  file = project.pathOf('src/rest-signatures.ts');
});

afterEach(() => project.dispose());

async function signatures(...flags: readonly string[]): Promise<readonly [number, string]> {
  const lines: string[] = [];
  const write = (text: string) => lines.push(text);
  const args = ['signatures', '--out', file, '--tsconfig', project.pathOf('tsconfig.json')];
  const code = await run([...args, ...flags], { print: write, complain: write });
  return [code, lines.join('\n')];
}

test('the command writes the file, and an unchanged file only once', async () => {
  expect(await signatures()).toEqual([0, `${file} holds the signatures of one class.`]);
  const { mtimeNs } = statSync(file, { bigint: true });
  expect(await signatures()).toEqual([0, `${file} is up to date.`]);
  expect(statSync(file, { bigint: true }).mtimeNs).toBe(mtimeNs);
});

test('--check fails where the file is missing or older than the sources, and writes nothing', async () => {
  const command = 'Write it: npx nestjs-rest-routes signatures';
  expect(await signatures('--check')).toEqual([1, `${file} does not exist. ${command}`]);
  await signatures();
  expect(await signatures('--check')).toEqual([0, `${file} is up to date.`]);
  const written = readFileSync(file, 'utf8');
  project.write('src/kind.ts', "export type Kind = 'one' | 'three';\n");
  expect(await signatures('--check')).toEqual([1, `${file} is older than the sources. ${command}`]);
  expect(readFileSync(file, 'utf8')).toBe(written);
});

test('a diagnostic is printed with its place, and the file stays as it is', async () => {
  await signatures();
  const written = readFileSync(file, 'utf8');
  project.write('src/kind.ts', 'export type Kind = Map<string, string>;\n');
  const [code, text] = await signatures();
  expect(code).toBe(1);
  expect(text).toMatch(/src\/items\.ts:7:14 - RR2001: /);
  expect(text).toContain(`${file} is not written.`);
  expect(readFileSync(file, 'utf8')).toBe(written);
});

test('the file is up to date with the line ends that Prettier writes', async () => {
  project.write('.prettierrc', '{ "endOfLine": "crlf" }');
  await signatures();
  expect(readFileSync(file, 'utf8')).toMatch(/^.*\r\n/);
  expect(await signatures('--check')).toEqual([0, `${file} is up to date.`]);
});
