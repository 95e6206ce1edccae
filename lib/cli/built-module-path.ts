import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { buildConfigPath, sourceRootPath } from './build-config-path.js';

const ROOT_MODULE = 'app.module.js';

/** The built file of the root module, according to `nest-cli.json` and the settings of the compiler. */
export async function builtModulePath(): Promise<string> {
  const folders = await buildFolders(buildConfigPath(), sourceRootPath());
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
