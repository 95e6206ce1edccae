import { posix } from 'node:path';
import type { Rule, SchematicContext, Tree } from '@angular-devkit/schematics';
import { changeJson, readJson, type JsonChange } from '../source/json-files.js';
import { changeSource, PACKAGE } from '../source/project.js';
import { isNxWorkspace } from './add-nx-project.js';
import { ts } from '../../compiler/program/typescript.js';
import { nodesIn } from '../../compiler/syntax/nodes.js';
import { parse, replaceNode, withEdits } from '../../compiler/syntax/text-edits.js';

const MANIFEST = '/package.json';

/**
 * Adds the transformer to the configurations of Jest: those in `package.json`, in `jest.config.ts` and in
 * `test/jest-e2e.json`, as `nest new` writes them, and those that scripts name with `--config`. Where Jest runs
 * CommonJS, it also compiles the ES modules of Nest from version 12 on: Jest requires none before Node 24.9. This
 * package has CommonJS for it.
 */
export function addJestTransformer(sourceRoot: string): Rule {
  return (tree, context) => {
    const ignored = ignoredPatterns(tree);
    const manifest = readJson(tree, MANIFEST) as { readonly jest?: JestConfig };
    if (manifest.jest !== undefined) {
      const changes = changesOf(manifest.jest, context, ignored, MANIFEST);
      const within = changes.map(([place, value]): JsonChange => [['jest', ...place], value]);
      changeJson(tree, MANIFEST, within);
    }
    // That of a workspace of Nx only lists those of its projects.
    const folder = isNxWorkspace(tree) ? posix.dirname(sourceRoot) : '';
    const ofFolder = ['ts', 'mts', 'js', 'mjs', 'cts', 'cjs', 'json'].map((extension) =>
      posix.join('/', folder, `jest.config.${extension}`),
    );
    const named = configsOfScripts(tree, 'jest');
    for (const path of new Set([endToEndConfig(sourceRoot), ...ofFolder, ...named])) {
      if (tree.exists(path)) changeConfig(tree, context, path, ignored);
      else if (named.includes(path)) {
        context.logger.warn(
          `${path}, which a script of package.json names, does not exist: ${REMEDY} in your configuration.`,
        );
      }
    }
  };
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

function changeConfig(
  tree: Tree,
  context: SchematicContext,
  path: string,
  ignored: readonly string[],
): void {
  if (posix.extname(path) === '.json') {
    changeJson(tree, path, changesOf(readJson(tree, path), context, ignored, path));
    return;
  }
  changeSource(tree, context, path, {
    marker: TRANSFORMER,
    change: (text) => withTransformerText(text, ignored),
    remedy: REMEDY,
  });
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

/** The changes that add the transformer to a configuration; none for one that has it. */
function changesOf(
  config: JestConfig,
  context: SchematicContext,
  ignored: readonly string[],
  path: string,
): readonly JsonChange[] {
  if (JSON.stringify(config).includes(TRANSFORMER)) return [];
  warnOfPatterns(config, path, ignored, context);
  return transformerChanges(config, ignored);
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
    `${path}: transformIgnorePatterns must not match @nestjs, such as ${JSON.stringify(ignored)}.`,
  );
}

/** The transformer as configurations of Jest name it. */
const TRANSFORMER = `${PACKAGE}/jest`;

const REMEDY = `wrap the transformer in ${TRANSFORMER}`;

const TRANSFORMERS: ReadonlySet<string> = new Set(['ts-jest', '@swc/jest', 'babel-jest']);

/** A file of Nest 12, which consists of ES modules. */
const NEST_FILE = '/node_modules/@nestjs/core/index.js';

/** A name, or a name and options. */
type Transformer = string | readonly [name: string, options?: object];

/** The part of a configuration of Jest that is read and written. */
interface JestConfig {
  readonly transform?: Readonly<Record<string, Transformer>>;
  readonly transformIgnorePatterns?: readonly string[];
}

/** Wraps the transformers for TypeScript of a configuration, and lets them compile installed ES modules. */
function transformerChanges(
  { transform, transformIgnorePatterns }: JestConfig,
  ignored: readonly string[],
): readonly JsonChange[] {
  const patterns = Object.entries(transform ?? { '^.+\\.(t|j)s$': [TRANSFORMER] as const });
  const wrapped = patterns.map(([pattern, one]) => [pattern, wrap(pattern, one)] as const);
  const isNestCompiled = patterns.some(([pattern]) => matches(pattern, NEST_FILE));
  const added =
    isNestCompiled || ignored.length === 0
      ? []
      : [['/node_modules/.+\\.js$', TRANSFORMER] as const];
  const isIgnoring = transformIgnorePatterns !== undefined || ignored.length === 0;
  return [
    ...[...wrapped, ...added]
      .filter(([pattern, one]) => one !== transform?.[pattern])
      .map(([pattern, one]): JsonChange => [['transform', pattern], one]),
    ...(isIgnoring ? [] : [[['transformIgnorePatterns'], ignored] as const]),
  ];
}

/** The new text of a configuration; the same text if it could not be read. */
function withTransformerText(text: string, ignored: readonly string[]): string {
  const wrapped = withWrapped(text);
  if (wrapped === text || ignored.length === 0 || text.includes('transformIgnorePatterns'))
    return wrapped;
  const patterns = ignored.map((one) => `'${one.replaceAll('\\', '\\\\')}'`).join(', ');
  return wrapped.replace(
    /([ \t]*)\btransform:\s*\{/,
    (found, space: string) => `${space}transformIgnorePatterns: [${patterns}],\n${found}`,
  );
}

function withWrapped(text: string): string {
  const found = nodesIn(parse(text), ts.isPropertyAssignment)
    .map(({ initializer }) => initializer)
    .filter(isTransformer);
  return withEdits(
    text,
    found.map((node) =>
      replaceNode(node, `['${TRANSFORMER}', { transformer: ${node.getText()} }]`),
    ),
  );
}

function isTransformer(value: ts.Expression): boolean {
  const [first] = ts.isArrayLiteralExpression(value) ? value.elements : [value];
  return first !== undefined && ts.isStringLiteral(first) && TRANSFORMERS.has(first.text);
}

function wrap(pattern: string, transformer: Transformer): Transformer {
  const name = typeof transformer === 'string' ? transformer : transformer[0];
  if (name === TRANSFORMER || !matches(pattern, '/src/items.ts')) return transformer;
  return [TRANSFORMER, { transformer }];
}

function matches(pattern: string, path: string): boolean {
  return new RegExp(pattern).test(path);
}
