import { PluginMetadataGenerator } from '@nestjs/cli/lib/compiler/plugins/plugin-metadata-generator.js';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readProjectConfig } from '../../../lib/compiler/project.js';
import { ReadonlyVisitor } from '../../../lib/compiler/integrations/nest-cli/plugin.js';
import {
  controllerOf,
  createTemporaryProject,
  type TemporaryProject,
} from '../support/temporary-project.js';

const KIND = "export type Kind = 'one' | 'two';\n";

let project: TemporaryProject;

beforeEach(() => {
  project = createTemporaryProject('module', {
    'src/items.ts': controllerOf('.js'),
    'src/kind.ts': KIND,
  });
});

afterEach(() => {
  project.dispose();
  process.exitCode = undefined;
  vi.restoreAllMocks();
});

test('the command line of Nest writes the signatures to its file of metadata', () => {
  const text = generate();
  expect(text).toContain('["./items.js"]: await import("./items.js")');
  expect(text).toContain('"nestjs-rest-routes": { "restSignatures": {');
  expect(text).toContain('class: () => t["./items.js"]["Items"]');
  expect(text).toContain('type: { kind: "enum", values: ["one", "two"], name: "Kind" }');
  expect(text).toMatch(/hash: "[0-9a-f]{16}"/);
});

test('a diagnostic is printed and in the file, because the command line goes on', () => {
  const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  project.write('src/kind.ts', 'export type Kind = Map<string, string>;\n');
  const text = generate();
  expect(printed.mock.calls.join('\n')).toContain('RR2001');
  expect(text).toMatch(/faults: \[\s*"/);
  expect(process.exitCode).toBe(1);
});

function generate(): string {
  const { fileNames, options } = readProjectConfig(project.root, undefined);
  new PluginMetadataGenerator().generate({
    visitors: [new ReadonlyVisitor({ pathToSource: project.pathOf('src') }) as never],
    outputDir: project.pathOf('src'),
    tsProgramRef: ts.createProgram(fileNames, options),
  });
  return readFileSync(project.pathOf('src/metadata.ts'), 'utf8');
}
