import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSignatures } from '../../../lib/compiler/list-files.js';
import type { SourceHosts } from '../../../lib/compiler/project.js';
import {
  controllerOf,
  createTemporaryProject,
  type TemporaryProject,
} from '../support/temporary-project.js';
import { REPOSITORY } from '../../support/repository.js';

const KIND = "export type Kind = 'one' | 'two';\n";
const SOURCES = { 'src/items.ts': controllerOf('.js'), 'src/kind.ts': KIND };

/** One project of each type for all tests: what is installed is parsed once. */
const projects = new Map<string, TemporaryProject>();
const hosts: SourceHosts = new Map();

afterAll(() => projects.forEach((project) => project.dispose()));

test('the committed file is what its sources make of it', () => {
  const folder = 'test/compiler/signatures/fixture';
  const { text, diagnostics } = readSignatures(
    `${folder}/tsconfig.json`,
    `${folder}/rest-signatures.ts`,
  );
  expect(diagnostics).toEqual([]);
  const committed = readFileSync(join(REPOSITORY, folder, 'rest-signatures.ts'), 'utf8');
  // Prettier has written its imports.
  expect(text.replaceAll(/from "(.*)"/g, "from '$1'")).toBe(committed);
});

test('the file imports each class, and has its signature, its sources and their hash', () => {
  const { text, classes } = read('module', SOURCES);
  expect(classes).toBe(1);
  expect(text.replace(/"[0-9a-f]{16}"/, 'HASH'))
    .toBe(`// Written by \`npx nestjs-rest-routes signatures\`, which writes it again: change the sources instead.
/* eslint-disable */
import type { RestSignatures } from "nestjs-rest-routes";
import * as restRoutesModule0 from "./items.js";

// prettier-ignore
export const signatures: RestSignatures = {
    format: 1,
    files: [
        {
            source: "src/items.ts",
            dependencies: [
                "src/kind.ts"
            ],
            hash: HASH,
            classes: [
                {
                    class: () => restRoutesModule0["Items"],
                    signature: {
                        format: 3,
                        className: "Items",
                        methods: {
                            list: { parameters: [{ name: "kind", type: { kind: "enum", values: ["one", "two"], name: "Kind" } }], returns: { kind: "opaque", text: "void" }, isInferred: true }
                        },
                        decorators: {
                            methods: { list: { own: ["RestRoute"] } }
                        }
                    },
                    references: {}
                }
            ]
        }
    ]
};
`);
});

test('imports of a CommonJS project have no extension, as those of its sources', () => {
  const { text } = read('commonjs', { ...SOURCES, 'src/items.ts': controllerOf('') });
  expect(text).toContain('from "./items";');
});

test('a file of JavaScript has no types', () => {
  const { text } = read('module', SOURCES, 'src/rest-signatures.js');
  expect(text).toContain('export const signatures = {');
  expect(text).not.toContain('RestSignatures }');
});

test('the hash follows the sources of a class, and not their line ends', () => {
  const hash = (sources: Readonly<Record<string, string>>) =>
    /hash: "(\w+)"/.exec(read('module', sources).text)?.[1];
  const before = hash(SOURCES);
  expect(hash({ ...SOURCES, 'src/kind.ts': KIND.replaceAll('\n', '\r\n') })).toBe(before);
  expect(hash({ ...SOURCES, 'src/kind.ts': KIND.replace('two', 'three') })).not.toBe(before);
});

test('controllers of tests are left out', () => {
  const { classes } = read('module', { ...SOURCES, 'src/items.spec.ts': controllerOf('.js') });
  expect(classes).toBe(1);
});

test('a class that its file does not export is a diagnostic with its place', () => {
  const hidden = controllerOf('.js').replace('export class', 'class');
  const { diagnostics } = read('module', { ...SOURCES, 'src/items.ts': hidden });
  expect(diagnostics).toHaveLength(1);
  expect(diagnostics[0]).toMatch(
    /src\/items\.ts:4:1 - RR2025: .*\(Items\).*Export the class from its file/,
  );
});

test('a class in a namespace and a default export are found by their exports', () => {
  const text = `${controllerOf('.js').replace('export class Items', 'export default class')}
export namespace shop {
  @RestController('v1', '/orders')
  export class Orders {
    @RestRoute('', HttpMethod.Get, new PublicAccess())
    list(kind: Kind) {}
  }
}
`;
  const file = read('module', { ...SOURCES, 'src/items.ts': text });
  expect(file.diagnostics).toEqual([]);
  expect(file.text).toContain('class: () => restRoutesModule0["default"]');
  expect(file.text).toContain('class: () => restRoutesModule0["shop"]["Orders"]');
});

function read(
  type: 'module' | 'commonjs',
  sources: Readonly<Record<string, string>>,
  file = 'src/rest-signatures.ts',
): ReturnType<typeof readSignatures> {
  const project = projects.get(type) ?? createTemporaryProject(type, {});
  projects.set(type, project);
  rmSync(project.pathOf('src'), { recursive: true, force: true });
  for (const [name, text] of Object.entries(sources)) project.write(name, text);
  return readSignatures(project.pathOf('tsconfig.json'), project.pathOf(file), hosts);
}
