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

/** Makes a project of a module type, whose code imports some declarations of this package. */
export function createTemporaryProject(
  type: 'module' | 'commonjs',
  files: Readonly<Record<string, string>>,
  options: Readonly<Record<string, unknown>> = {},
): TemporaryProject {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'rest-routes-project-')));
  const pathOf = (name: string) => join(root, name);
  const write = (name: string, text: string) => {
    mkdirSync(dirname(pathOf(name)), { recursive: true });
    writeFileSync(pathOf(name), text);
  };
  symlinkSync(join(REPOSITORY, 'node_modules'), pathOf('node_modules'));
  write('package.json', JSON.stringify({ type }));
  write('tsconfig.json', JSON.stringify({ compilerOptions: { ...OPTIONS, ...options } }));
  write(PACKAGE, DECLARATIONS);
  for (const [name, text] of Object.entries(files)) write(name, text);
  return { root, pathOf, write, dispose: () => rmSync(root, { recursive: true }) };
}

/** Where the compiler recognizes this package. */
const PACKAGE = 'package/node_modules/nestjs-rest-routes/index.d.ts';

/** Some declarations, from the sources: of all of them, each project would read hundreds of files. */
const DECLARATIONS = Object.entries({
  'decorators/controllers.js': 'RestController, RestRoute',
  'decorators/parameters.js': 'ListOf, Param, ValueClass',
  'routes/declaration/permission.js': 'PublicAccess',
  'routes/declaration/route-declaration.js': 'HttpMethod',
  'types/int.js': 'type int',
  'types/rest-signatures.js': 'type RestSignatures',
})
  .map(([file, names]) => {
    const path = join(REPOSITORY, 'lib', file).replaceAll('\\', '/');
    return `export { ${names} } from '${path}';\n`;
  })
  .join('');

const OPTIONS = {
  module: 'nodenext',
  target: 'es2023',
  strict: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  paths: { 'nestjs-rest-routes': [`./${PACKAGE}`] },
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
