import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Type } from '@nestjs/common';
import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import { builtModulePath } from './built-module-path.js';

const DEFAULT_NAME = 'AppModule';

/** The root module of an application, and the built file that exports it. */
export interface LoadedRootModule {
  readonly type: Type;
  /** An absolute path. */
  readonly file: string;
}

/**
 * Loads the root module of an application.
 *
 * @param module `dist/app.module.js`, or `dist/app.module.js#ShopModule`.
 * @throws InvalidArgumentException where the file or its export is missing.
 */
export async function loadRootModule(module: string | undefined): Promise<LoadedRootModule> {
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
