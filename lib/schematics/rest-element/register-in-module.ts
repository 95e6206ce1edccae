import { posix } from 'node:path';
import type { Path } from '@angular-devkit/core';
import type { Rule, Tree } from '@angular-devkit/schematics';
import { ModuleDeclarator, ModuleFinder } from '@nestjs/schematics';
import { importExtension } from '../source/project.js';
import { pascalCase } from '../../wordpress/import/naming.js';
import type { Element } from './element.js';

/** A kind of class that an element has: `controller` of `items.controller.ts`. */
type ClassKind = 'controller' | 'service';

/** Lists the classes of an element among the providers of the nearest module, or logs what to list. */
export function registerInModule(element: Element, kinds: readonly ClassKind[]): Rule {
  return (tree, context) => {
    for (const kind of kinds) {
      if (registerClass(tree, element, kind)) continue;
      const name = classNameOf(element, kind);
      context.logger.warn(`No module was found: list ${name} among the providers of one.`);
    }
  };
}

/** Whether there is a module that lists the class now. */
function registerClass(tree: Tree, element: Element, kind: ClassKind): boolean {
  const { file, folder } = element;
  const module = new ModuleFinder(tree).find({ name: file, path: folder as Path });
  const text = module === null ? undefined : tree.read(module)?.toString();
  if (module === null || text === undefined) return false;
  const extension = importExtension(tree);
  const declared = { ...declarationOf(element, kind), module, isEsm: extension !== '' };
  // Nest writes `.js` or nothing.
  const changed = new ModuleDeclarator().declare(text, declared);
  tree.overwrite(module, changed.replace(`${file}.${kind}.js`, `${file}.${kind}${extension}`));
  return true;
}

function declarationOf(element: Element, kind: ClassKind) {
  const className = classNameOf(element, kind);
  const path = posix.normalize(element.folder) as Path;
  const { file: name } = element;
  return { metadata: 'providers', type: kind, name, className, symbol: className, path };
}

function classNameOf({ type }: Element, kind: ClassKind): string {
  return `${type}${pascalCase([kind])}`;
}
