import { posix } from 'node:path';
import type { Rule, SchematicContext, Tree } from '@angular-devkit/schematics';
import { readJson, writeJson } from '../source/json-files.js';
import { changeSource, PACKAGE } from '../source/project.js';
import { isNxWorkspace } from './add-nx-project.js';
import {
  TRANSFORMER,
  withTransformer,
  withTransformerText,
  type JestConfig,
} from './jest-config.js';

const MANIFEST = '/package.json';

/**
 * Adds the transformer to the configurations of Jest that `nest new` writes: those in `package.json`, in
 * `jest.config.ts` and in `test/jest-e2e.json`. Where Jest runs CommonJS, it also compiles the ES modules of
 * this package, and of Nest from version 12 on: Jest requires none before Node 24.9.
 */
export function addJestTransformer(sourceRoot: string): Rule {
  return (tree, context) => {
    const ignored = ignoredPatterns(tree);
    const manifest = readJson(tree, MANIFEST) as { readonly jest?: JestConfig };
    const jest = manifest.jest && changed(manifest.jest, context, ignored, MANIFEST);
    if (jest !== undefined) writeJson(tree, MANIFEST, { ...manifest, jest });
    const path = endToEndConfig(sourceRoot);
    const config = tree.exists(path) && changed(readJson(tree, path), context, ignored, path);
    if (config) writeJson(tree, path, config);
    // That of a workspace of Nx only lists those of its projects.
    const folder = isNxWorkspace(tree) ? posix.dirname(sourceRoot) : '';
    for (const extension of ['ts', 'js', 'cts', 'cjs']) {
      changeSource(tree, context, posix.join('/', folder, `jest.config.${extension}`), {
        marker: TRANSFORMER,
        change: (text) => withTransformerText(text, ignored),
        remedy: `wrap its transformer in ${TRANSFORMER}`,
      });
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

/** A configuration with the transformer; `undefined` for one that has it. */
function changed(
  config: JestConfig,
  context: SchematicContext,
  ignored: readonly string[],
  path: string,
): JestConfig | undefined {
  if (JSON.stringify(config).includes(TRANSFORMER)) return undefined;
  warnOfPatterns(config, path, ignored, context);
  return withTransformer(config, ignored);
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
