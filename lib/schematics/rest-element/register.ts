import { posix } from 'node:path';
import type { Path } from '@angular-devkit/core';
import type { SchematicContext, Tree } from '@angular-devkit/schematics';
import { ModuleDeclarator, ModuleFinder } from '@nestjs/schematics';
import type { Element } from './element.js';

/** A class to be listed among the providers of the nearest module. */
export interface Registered {
  /** `controller` of `items.controller.ts`. */
  readonly type: string;
  readonly element: Element;
}

/** Lists classes in the nearest module; where there is none, says what to write. */
export function register(
  tree: Tree,
  context: SchematicContext,
  classes: readonly Registered[],
): void {
  for (const { type, element } of classes) {
    const { file, folder } = element;
    const symbol = `${element.type}${type.charAt(0).toUpperCase()}${type.slice(1)}`;
    const module = new ModuleFinder(tree).find({ name: file, path: folder as Path });
    const text = module === null ? undefined : tree.read(module)?.toString();
    if (module === null || text === undefined) {
      context.logger.warn(`No module was found: list ${symbol} among the providers of one.`);
      continue;
    }
    const isEsm = /"type"\s*:\s*"module"/.test(tree.read('/package.json')?.toString() ?? '');
    const declared = new ModuleDeclarator().declare(text, {
      metadata: 'providers',
      type,
      name: file,
      className: symbol,
      symbol,
      path: posix.normalize(folder) as Path,
      module,
      isEsm,
    });
    tree.overwrite(module, declared);
  }
}
