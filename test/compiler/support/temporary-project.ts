import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { REPOSITORY } from '../../support/repository.js';

/** A project on the disk, with the packages of this repository. */
export interface TemporaryProject {
  readonly root: string;
  pathOf(name: string): string;
  write(name: string, text: string): void;
  dispose(): void;
}

/** Makes a project of a module type, whose code imports this package as it is built. */
export function createTemporaryProject(
  type: 'module' | 'commonjs',
  files: Readonly<Record<string, string>>,
): TemporaryProject {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'rest-routes-project-')));
  const pathOf = (name: string) => join(root, name);
  const write = (name: string, text: string) => {
    mkdirSync(dirname(pathOf(name)), { recursive: true });
    writeFileSync(pathOf(name), text);
  };
  symlinkSync(join(REPOSITORY, 'node_modules'), pathOf('node_modules'));
  write('package.json', JSON.stringify({ type }));
  write('tsconfig.json', JSON.stringify({ compilerOptions: OPTIONS }));
  for (const [name, text] of Object.entries(files)) write(name, text);
  return { root, pathOf, write, dispose: () => rmSync(root, { recursive: true }) };
}

const OPTIONS = {
  module: 'nodenext',
  target: 'es2023',
  strict: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  // Its declarations, as users have them: of its sources, each project would read hundreds.
  paths: { 'nestjs-rest-routes': [join(REPOSITORY, 'dist/index.d.ts')] },
  types: [],
};

/** A controller whose argument has a type of `./kind`, with the extension that its imports have. */
export function controllerOf(extension: string): string {
  return `import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import type { Kind } from './kind${extension}';

@RestController('v1', '/items')
export class Items {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(kind: Kind) {}
}
`;
}
