import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Type } from '@nestjs/common';
import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import { builtModulePath } from './built-module-path.js';

const USUAL_NAME = 'AppModule';

/**
 * Loads the root module of an application.
 *
 * @param named `dist/app.module.js`, or `dist/app.module.js#ShopModule`.
 * @throws InvalidArgumentException where the file or its export is missing.
 */
export async function loadRootModule(named: string | undefined): Promise<Type> {
  const [file, name = USUAL_NAME] = (named ?? (await builtModulePath())).split('#');
  const path = resolve(file ?? '');
  if (!existsSync(path)) {
    throw new InvalidArgumentException(
      `There is no ${path}. Build the application first (nest build), or name the file of its root module: nestjs-rest-routes routes dist/app.module.js`,
    );
  }
  const exported = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
  const found = exported[name] ?? commonJsExport(exported, name);
  if (typeof found === 'function') return found as Type;
  throw new InvalidArgumentException(
    `${path} exports no ${name}, but ${Object.keys(exported).join(', ') || 'nothing'}; name the export: ${file ?? ''}#RootModule`,
  );
}

/** An application that builds to CommonJS has its exports behind the default one. */
function commonJsExport({ default: exported }: Record<string, unknown>, name: string): unknown {
  return typeof exported === 'object' && exported !== null
    ? (Reflect.get(exported, name) as unknown)
    : undefined;
}
