import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { REPOSITORY } from '../support/repository.js';

const folder = mkdtempSync(join(tmpdir(), 'rest-routes-convert-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CONTROLLER = `import { Controller, Get, Param, ParseIntPipe } from '@nestjs/common';

@Controller('users')
export class UsersController {
  // One user.
  @Get(':id')
  one(@Param('id', ParseIntPipe) id: number) {
    return { id };
  }
}
`;

const PATH = 'src/users.controller.ts';

/** Runs the schematic in a project, as \`nest generate -c nestjs-rest-routes convert\` does. */
function convert(source = CONTROLLER): { readonly text: string; readonly output: string } {
  const project = mkdtempSync(join(folder, 'project-'));
  mkdirSync(join(project, 'src'));
  const file = join(project, PATH);
  writeFileSync(file, source);
  writeFileSync(join(project, 'package.json'), '{ "name": "shop", "type": "module" }');
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2023',
    experimentalDecorators: true,
    strict: true,
  };
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['src'] }),
  );
  mkdirSync(join(project, 'node_modules'));
  for (const name of ['@nestjs', 'rxjs', 'reflect-metadata', '@angular-devkit', 'typescript'])
    symlinkSync(join(REPOSITORY, 'node_modules', name), join(project, 'node_modules', name));
  symlinkSync(REPOSITORY, join(project, 'node_modules/nestjs-rest-routes'));
  const nest = join(REPOSITORY, 'node_modules/@nestjs/cli/bin/nest.js');
  const command = [nest, 'generate', '-c', 'nestjs-rest-routes', 'convert', PATH];
  const { stdout, stderr, status } = spawnSync(process.execPath, command, {
    cwd: project,
    encoding: 'utf8',
  });
  expect(status, `${stdout}${stderr}`).toBe(0);
  return { text: readFileSync(file, 'utf8'), output: stdout };
}

test('The schematic convert rewrites a plain controller in place and lists what a person must decide', () => {
  const { text, output } = convert();
  expect(text).toContain('@RestController(');
  expect(text).toContain('// One user.');
  expect(text).toContain('one(id: int)');
  expect(text).not.toContain('ParseIntPipe');
  expect(output).toContain('UsersController: decide who may call one.');
});

test('A source with line ends of Windows and a byte order mark keeps both', () => {
  const source = `\ufeff${CONTROLLER.replaceAll('\n', '\r\n')}`;
  const { text } = convert(source);
  const { text: expected } = convert();
  expect(text).toBe(`\ufeff${expected.replaceAll('\n', '\r\n')}`);
});
