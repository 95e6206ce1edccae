import { createRequire } from 'node:module';

// Nest's schematics depend on these packages, and an application does not: pnpm and Yarn's Plug'n'Play find
// them from @nestjs/schematics only. It is also the copy that the Nest CLI runs schematics with.
const require = createRequire(createRequire(import.meta.url).resolve('@nestjs/schematics'));

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
