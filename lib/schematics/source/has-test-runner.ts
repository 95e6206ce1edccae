import type { Tree } from '@angular-devkit/schematics';

/** Of their packages one declares the functions that generated tests call: `describe`, `it.each`, `expect`. */
const RUNNERS = ['vitest', 'jest', '@types/jest'];

/** Whether generated tests compile in a project; also where it does not say what it has. */
export function hasTestRunner(tree: Tree): boolean {
  const manifest = JSON.parse(tree.read('/package.json')?.toString() ?? '{}') as {
    readonly dependencies?: object;
    readonly devDependencies?: object;
  };
  if (manifest.dependencies === undefined && manifest.devDependencies === undefined) return true;
  const installed = { ...manifest.dependencies, ...manifest.devDependencies };
  return RUNNERS.some((name) => Object.hasOwn(installed, name));
}
