import type { INestApplicationContext, Type } from '@nestjs/common';
import { ModulesContainer, NestFactory } from '@nestjs/core';
import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import {
  DESCRIBE_PREVIEW,
  type ApiDescription,
  type DescribePreview,
} from '../routes/api-description.js';
import { existsSync, readFileSync } from 'node:fs';
import { resolve, dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT_MODULE = 'app.module.js';

const DEFAULT_NAME = 'AppModule';

/**
 * Describes a built application. In Nest's preview mode, no controller, no service and no connection is created.
 * Services are created only if the options of `RestModule` come from a factory, because the factory needs them. The
 * application does not listen in either case.
 *
 * @param module The file of the root module. Found from the project's settings by default.
 * @throws InvalidArgumentException if there is no root module, or none that imports `RestModule`.
 */
export async function readApplication(
  module: string | undefined,
  prefix: string | undefined,
): Promise<ApiDescription> {
  const { type, file } = await loadRootModule(module);
  const preview = await createContext(type, true);
  const describe = describePreviewOf(preview.get(ModulesContainer));
  return describe({ preview, create: () => createContext(type, false), file, prefix });
}

function createContext(root: Type, preview: boolean): Promise<INestApplicationContext> {
  return NestFactory.createApplicationContext(root, {
    preview,
    // Nest logs warnings to standard output, which is for the output of the command.
    logger: ['error'],
    abortOnError: false,
  });
}

/** Not by `get` of the context, whose error does not name the module that is missing. */
function describePreviewOf(modules: ModulesContainer): DescribePreview<INestApplicationContext> {
  for (const { providers } of modules.values()) {
    const wrapper = providers.get(DESCRIBE_PREVIEW);
    if (wrapper !== undefined) return wrapper.instance as DescribePreview<INestApplicationContext>;
  }
  throw new InvalidArgumentException('The application does not import RestModule.');
}

/**
 * Loads the root module of an application, and names the built file that exports it, by an absolute path.
 *
 * @param module `dist/app.module.js`, or `dist/app.module.js#ShopModule`.
 * @throws InvalidArgumentException if the file or its export is missing.
 */
async function loadRootModule(module: string | undefined) {
  const [path = '', name = DEFAULT_NAME] = (module ?? (await builtModulePath())).split('#');
  const file = resolve(path);
  if (!existsSync(file)) {
    throw new InvalidArgumentException(
      `There is no ${file}. Build the application first (nest build), or name the file of its root module: nestjs-rest-routes routes dist/app.module.js`,
    );
  }
  const exported = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  const found = exported[name] ?? commonJsExport(exported, name);
  if (typeof found === 'function') return { type: found as Type, file };
  throw new InvalidArgumentException(
    `${file} exports no ${name}, but ${Object.keys(exported).join(', ') || 'nothing'}; name the export: ${path}#RootModule`,
  );
}

/** Finds an export of a CommonJS application, whose exports are properties of the default export. */
function commonJsExport({ default: exported }: Record<string, unknown>, name: string): unknown {
  return typeof exported === 'object' && exported !== null
    ? (Reflect.get(exported, name) as unknown)
    : undefined;
}

async function builtModulePath(): Promise<string> {
  const entry = entryFolder();
  const built = await buildFolders(buildConfigPath(), sourceRootPath());
  const folders = [...built.map((folder) => join(folder, entry)), ...built];
  const paths = folders.map((folder) => join(folder, ROOT_MODULE));
  return paths.find((path) => existsSync(path)) ?? paths[0] ?? ROOT_MODULE;
}

async function buildFolders(config: string, sourceRoot: string): Promise<readonly string[]> {
  const { ts } = await import('../compiler/program/typescript.js');
  const { config: json } = ts.readConfigFile(config, (path) => ts.sys.readFile(path)) as {
    readonly config?: unknown;
  };
  const { options } = ts.parseJsonConfigFileContent(json ?? {}, ts.sys, dirname(resolve(config)));
  const out = options.outDir ?? 'dist';
  return [out, join(out, relative('.', sourceRoot))];
}

export function buildConfigPath(): string {
  const stated = property(property(readSettings(), 'compilerOptions'), 'tsConfigPath');
  if (typeof stated === 'string') return stated;
  return existsSync('tsconfig.build.json') ? 'tsconfig.build.json' : 'tsconfig.json';
}

/** The folder of the sources: that of `nest-cli.json`, or `src`. */
export function sourceRootPath(): string {
  const root = property(readSettings(), 'sourceRoot');
  return typeof root === 'string' ? root : 'src';
}

/** The folder of the sources of the application that `nest start` starts: one project may build several. */
export function applicationFolder(): string {
  const folder = join(sourceRootPath(), entryFolder());
  return existsSync(folder) ? folder : sourceRootPath();
}

/** The folder of the entry module below that of the sources: `shop` for the `entryFile` `shop/main`. */
function entryFolder(): string {
  const entry = property(readSettings(), 'entryFile');
  return typeof entry === 'string' ? dirname(entry) : '.';
}

function readSettings(): unknown {
  return existsSync('nest-cli.json') ? JSON.parse(readFileSync('nest-cli.json', 'utf8')) : {};
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (Reflect.get(value, name) as unknown)
    : undefined;
}
