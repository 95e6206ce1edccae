import { createRequire } from 'node:module';
import { findTool } from '../shared/package-manager.js';

// Nest's schematics depend on these packages, and an application does not: pnpm and Yarn's Plug'n'Play resolve them
// only from @nestjs/schematics. That is also the copy with which the Nest CLI runs schematics.
const SCHEMATICS = findTool('@nestjs/schematics');
if (SCHEMATICS === undefined) {
  throw new Error(
    'The schematics of nestjs-rest-routes need those of Nest: npm i -D @nestjs/schematics',
  );
}
const require = createRequire(SCHEMATICS);

export const { ModuleDeclarator, ModuleFinder } = require(
  SCHEMATICS,
) as typeof import('@nestjs/schematics');

export const { FileAlreadyExistException } =
  require('@angular-devkit/core') as typeof import('@angular-devkit/core');
export const {
  apply,
  applyTemplates,
  chain,
  filter,
  forEach,
  mergeWith,
  move,
  noop,
  SchematicsException,
  url,
} = require('@angular-devkit/schematics') as typeof import('@angular-devkit/schematics');
export const { applyEdits, modify, parse, printParseErrorCode } =
  require('jsonc-parser') as typeof import('jsonc-parser');
