import { posix } from 'node:path';
import type { Rule, SchematicContext, Tree } from '@angular-devkit/schematics';
import { readJson } from '../source/json-files.js';
import { pathsAt } from '../source/paths.js';
import { isNxWorkspace } from './add-nx-project.js';
import { changeJestFile, TRANSFORMER } from './jest-configuration.js';

const MANIFEST = '/package.json';

/**
 * Adds the transformer to the configurations of Jest: those in `package.json`, in `jest.config.ts` and in
 * `test/jest-e2e.json`, as `nest new` writes them, those that scripts name with `--config`, and the `projects` of all.
 * Where Jest runs CommonJS, it also compiles the ES modules of Nest from version 12 on: Jest requires none before Node
 * 24.9. This package has CommonJS for it.
 */
export function addJestTransformer(sourceRoot: string): Rule {
  return (tree, context) => {
    const folder = posix.join('/', posix.dirname(sourceRoot));
    // That of a workspace of Nx only lists those of its projects.
    const folders = isNxWorkspace(tree) ? [folder] : ['/', folder];
    const named = configsOfScripts(tree, 'jest');
    for (const path of named.filter((one) => !tree.exists(one))) {
      context.logger.warn(
        `${path}, which a script of package.json names, does not exist: ${REMEDY} in your configuration.`,
      );
    }
    const waiting = [
      ...('jest' in readJson(tree, MANIFEST) ? [MANIFEST] : []),
      endToEndConfig(sourceRoot),
      ...folders.flatMap((one) => configsIn(tree, one)),
      ...named,
    ];
    const ignored = ignoredPatterns(tree);
    const paths = new Set(waiting);
    // A set that grows is iterated to its end.
    for (const path of paths) {
      const projects = tree.exists(path) ? changeConfig(tree, context, path, ignored) : [];
      for (const one of projects) if (isAround(one, folder)) paths.add(one);
    }
  };
}

/** In a workspace, projects of other applications stay. */
function isAround(path: string, folder: string): boolean {
  const own = folder === '/' ? '' : folder;
  return path.startsWith(`${own}/`) || own.startsWith(`${posix.dirname(path)}/`);
}

/** The configurations that scripts pass to a test runner: `jest --config ./e2e/jest.json`. */
export function configsOfScripts(tree: Tree, runner: 'jest' | 'vitest'): readonly string[] {
  const { scripts } = readJson(tree, MANIFEST);
  return Object.values(scripts ?? {})
    .flatMap((script) => String(script).split(/&&|\|\||[;|]/))
    .filter((command) => new RegExp(`\\b${runner}\\b`).test(command))
    .flatMap((command) => [...command.matchAll(CONFIG_OPTION)])
    .map(([, , path = '']) => posix.join('/', path));
}

const CONFIG_OPTION = /\s(?:--config|-c)[\s=]+(["']?)(.+?)\1(?=\s|$)/g;

function configsIn(tree: Tree, folder: string): readonly string[] {
  return ['ts', 'mts', 'js', 'mjs', 'cts', 'cjs', 'json']
    .map((extension) => posix.join(folder, `jest.config.${extension}`))
    .filter((path) => tree.exists(path));
}

/** @returns The configurations of its projects. */
function changeConfig(
  tree: Tree,
  context: SchematicContext,
  path: string,
  ignored: readonly string[],
): readonly string[] {
  const isJson = posix.extname(path) === '.json';
  // Names the line that cannot be read.
  if (isJson) readJson(tree, path);
  const within = posix.basename(path) === 'package.json' ? { within: 'jest' } : {};
  const text = tree.readText(path);
  const changed = changeJestFile({ text, isJson, ...within }, ignored);
  if (!changed.isComplete && !text.includes(TRANSFORMER)) {
    context.logger.warn(`${path} could not be read: ${REMEDY}.`);
  }
  if (changed.text !== text) {
    tree.overwrite(path, changed.text);
    // Patterns of the user stay: a file that one of them matches is not compiled.
    if (changed.hasOwnPatterns) {
      context.logger.warn(
        `${path}: transformIgnorePatterns must not match @nestjs, such as ${JSON.stringify(ignored)}.`,
      );
    }
  }
  const root = posix.join(posix.dirname(path), changed.rootDir ?? '');
  return changed.projects.flatMap((one) => {
    const pattern = posix.join(root, one.replace(/^<rootDir>/, ''));
    return pathsAt(tree, pattern).flatMap((place) => configsAt(tree, place));
  });
}

/** An entry of `projects` names a configuration, or a folder that has one. */
function configsAt(tree: Tree, place: string): readonly string[] {
  if (tree.exists(place)) return [place];
  const manifest = posix.join(place, 'package.json');
  const hasOwn = tree.exists(manifest) && 'jest' in readJson(tree, manifest);
  return [...(hasOwn ? [manifest] : []), ...configsIn(tree, place)];
}

/** Beside the sources, in a folder of its own. */
function endToEndConfig(sourceRoot: string): string {
  return posix.join('/', posix.dirname(sourceRoot), 'test/jest-e2e.json');
}

/**
 * Patterns of files that Jest does not compile in a CommonJS project with Nest 12. None in one of ES modules, which it
 * loads, and none with Nest 11, which is CommonJS.
 */
function ignoredPatterns(tree: Tree): readonly string[] {
  const { type, dependencies } = readJson(tree, MANIFEST) as {
    readonly type?: unknown;
    readonly dependencies?: Readonly<Record<string, string>>;
  };
  if (type === 'module') return [];
  const [major = '0'] = /\d+/.exec(dependencies?.['@nestjs/core'] ?? '') ?? [];
  if (Number(major) < 12) return [];
  const installed = '/node_modules/(?!.*@nestjs/)';
  // With Plug'n'Play, what Jest leaves out by default.
  return tree.exists('/.pnp.cjs') ? [installed, '\\.pnp\\.[^\\/]+$'] : [installed];
}

const REMEDY = `wrap the transformer in ${TRANSFORMER}`;
