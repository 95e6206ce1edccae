import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const ROOT_MODULE = 'app.module.js';

/** The built file of the root module, according to `nest-cli.json` and the settings of the compiler. */
export async function builtModulePath(): Promise<string> {
  const settings = readSettings();
  const compilerOptions = property(settings, 'compilerOptions');
  const stated = property(compilerOptions, 'tsConfigPath');
  const usual = existsSync('tsconfig.build.json') ? 'tsconfig.build.json' : 'tsconfig.json';
  const config = typeof stated === 'string' ? stated : usual;
  const root = property(settings, 'sourceRoot');
  const folders = await buildFolders(config, typeof root === 'string' ? root : 'src');
  const paths = folders.map((folder) => join(folder, ROOT_MODULE));
  return paths.find((path) => existsSync(path)) ?? paths[0] ?? ROOT_MODULE;
}

/** The output folder of the compiler, and the folder of the sources inside it. */
async function buildFolders(config: string, sourceRoot: string): Promise<readonly string[]> {
  const { ts } = await import('../compiler/program/typescript.js');
  const { config: json } = ts.readConfigFile(config, (path) => ts.sys.readFile(path)) as {
    readonly config?: unknown;
  };
  const { options } = ts.parseJsonConfigFileContent(json ?? {}, ts.sys, dirname(resolve(config)));
  const out = options.outDir ?? 'dist';
  return [out, join(out, relative('.', sourceRoot))];
}

function readSettings(): unknown {
  return existsSync('nest-cli.json') ? JSON.parse(readFileSync('nest-cli.json', 'utf8')) : {};
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (Reflect.get(value, name) as unknown)
    : undefined;
}
