import { posix } from 'node:path';
import type { Rule, SchematicContext, Tree } from '@angular-devkit/schematics';
import { readJson, writeJson } from '../source/json-file.js';
import { PACKAGE } from '../source/package-name.js';
import { isNxWorkspace } from './add-nx-project.js';
import { withTransformer, withTransformerText, type JestConfig } from './jest-config.js';

const MANIFEST = '/package.json';

/**
 * Adds the transformer to the configurations of Jest that `nest new` writes: those in `package.json`, in
 * `jest.config.ts` and in `test/jest-e2e.json`. Where Jest runs CommonJS, it also compiles the ES modules of
 * this package, and of Nest from version 12 on: Jest requires none before Node 24.9.
 */
export function addJestTransformer(sourceRoot: string): Rule {
  return (tree, context) => {
    const ignored = ignoredPatterns(tree);
    const { jest } = readJson(tree, MANIFEST) as { readonly jest?: JestConfig };
    if (jest !== undefined && !isAdded(jest)) {
      const manifest = readJson(tree, MANIFEST);
      writeJson(tree, MANIFEST, { ...manifest, jest: withTransformer(jest, ignored) });
      warnOfPatterns(jest, MANIFEST, ignored, context);
    }
    changeJson(tree, context, ignored, endToEndConfig(sourceRoot));
    // That of a workspace of Nx only lists those of its projects.
    const folder = isNxWorkspace(tree) ? posix.dirname(sourceRoot) : '';
    for (const extension of ['ts', 'js', 'cts', 'cjs']) {
      changeSource(tree, context, ignored, posix.join('/', folder, `jest.config.${extension}`));
    }
  };
}

/** Beside the sources, in a folder of its own. */
function endToEndConfig(sourceRoot: string): string {
  return posix.join('/', posix.dirname(sourceRoot), 'test/jest-e2e.json');
}

/** What Jest does not compile in a CommonJS project; nothing in one of ES modules, which loads them itself. */
function ignoredPatterns(tree: Tree): readonly string[] {
  const { type, dependencies } = readJson(tree, MANIFEST) as {
    readonly type?: unknown;
    readonly dependencies?: Readonly<Record<string, string>>;
  };
  if (type === 'module') return [];
  const [major = '0'] = /\d+/.exec(dependencies?.['@nestjs/core'] ?? '') ?? [];
  const compiled = Number(major) < 12 ? `${PACKAGE}/` : `(?:${PACKAGE}|@nestjs)/`;
  const installed = `/node_modules/(?!.*${compiled})`;
  // With Plug'n'Play, what Jest leaves out by default.
  return tree.exists('/.pnp.cjs') ? [installed, '\\.pnp\\.[^\\/]+$'] : [installed];
}

function changeJson(
  tree: Tree,
  context: SchematicContext,
  ignored: readonly string[],
  path: string,
): void {
  if (!tree.exists(path)) return;
  const config: JestConfig = readJson(tree, path);
  if (isAdded(config)) return;
  writeJson(tree, path, withTransformer(config, ignored));
  warnOfPatterns(config, path, ignored, context);
}

function changeSource(
  tree: Tree,
  context: SchematicContext,
  ignored: readonly string[],
  path: string,
): void {
  const text = tree.exists(path) ? tree.readText(path) : undefined;
  if (text === undefined || isAdded(text)) return;
  const changed = withTransformerText(text, ignored);
  if (changed !== text) tree.overwrite(path, changed);
  else context.logger.warn(`${path} could not be read: wrap its transformer in ${PACKAGE}/jest.`);
}

function isAdded(config: JestConfig | string): boolean {
  return JSON.stringify(config).includes(`${PACKAGE}/jest`);
}

/** Patterns of the user stay: a file that one of them matches is not compiled. */
function warnOfPatterns(
  { transformIgnorePatterns }: JestConfig,
  path: string,
  ignored: readonly string[],
  context: SchematicContext,
): void {
  if (transformIgnorePatterns === undefined || ignored.length === 0) return;
  context.logger.warn(
    `${path}: transformIgnorePatterns must not match ${PACKAGE}, such as ${JSON.stringify(ignored)}.`,
  );
}
