import { posix } from 'node:path';
import type { Rule, SchematicContext, Tree } from '@angular-devkit/schematics';
import { ts } from '../../compiler/program/typescript.js';
import {
  type Edit,
  insert,
  parse,
  replaceNode,
  withEdits,
} from '../../compiler/syntax/text-edits.js';
import { SchematicsException } from '../devkit.js';
import { changeJson, readJson, type JsonChange } from '../source/json-files.js';
import { changeSource, PACKAGE } from '../source/project.js';

const TSC = '@nx/js:tsc';
const PLUGIN = `${PACKAGE}/plugin`;
const LOADER = `${PACKAGE}/loader`;
const WEBPACK = /^webpack\.config\.[cm]?js$/;
const APPLICATION_TSCONFIG = 'tsconfig.app.json';

interface NxTarget {
  readonly executor?: string;
}

/** Whether Nx builds the project, which then has no `nest-cli.json`. */
export function isNxWorkspace(tree: Tree): boolean {
  return tree.exists('/nx.json') && !tree.exists('/nest-cli.json');
}

/**
 * The source root of the application in a workspace of Nx; the stated one if it has an application.
 *
 * @throws SchematicsException if there is none, or there are several to choose from.
 */
export function nxSourceRoot(tree: Tree, stated: string): string {
  if (tree.exists(posix.join('/', stated, 'main.ts'))) return stated;
  const names = tree.getDir('/apps').subdirs.toSorted();
  const folders = names.map((name) => `apps/${name}/src`);
  const [found, ...others] = folders.filter((folder) => {
    const main = posix.join('/', folder, 'main.ts');
    return tree.exists(main) && tree.readText(main).includes('NestFactory');
  });
  if (found !== undefined && others.length === 0) return found;
  const seen = found === undefined ? 'none below apps' : [found, ...others].join(', ');
  throw new SchematicsException(
    `Which application of the workspace is it? Add --source-root=apps/<name>/src. Found: ${seen}.`,
  );
}

/** Sets up what builds a project of Nx: the executor `@nx/js:tsc`, or webpack by its configuration. */
export function addNxProject(sourceRoot: string): Rule {
  return (tree, context) => {
    const folder = posix.join('/', posix.dirname(sourceRoot));
    const isCompiled = addTransformers(tree, posix.join(folder, 'project.json'));
    const configurations = tree.getDir(folder).subfiles.filter((file) => WEBPACK.test(file));
    for (const file of configurations) addLoader(tree, context, folder, file);
    if (isCompiled || configurations.length > 0) return;
    context.logger.warn(
      `${folder}: no target has the executor ${TSC}, and there is no webpack.config.js. Choose a way to read signatures: docs/toolchains.md.`,
    );
  };
}

/** @returns Whether a target compiles with the executor of Nx. */
function addTransformers(tree: Tree, path: string): boolean {
  if (!tree.exists(path)) return false;
  const { targets = {} } = readJson(tree, path) as { readonly targets?: Record<string, NxTarget> };
  const compiled = Object.entries(targets).filter(([, { executor }]) => executor === TSC);
  const missing = compiled.filter(([, target]) => !JSON.stringify(target).includes(PLUGIN));
  const changes = missing.map(([name]): JsonChange => [
    ['targets', name, 'options', 'transformers', -1],
    { name: PLUGIN },
  ]);
  changeJson(tree, path, changes);
  return compiled.length > 0;
}

function addLoader(tree: Tree, context: SchematicContext, folder: string, file: string): void {
  const hasOwnTsconfig = tree.exists(posix.join(folder, APPLICATION_TSCONFIG));
  const options = hasOwnTsconfig ? `, { tsconfig: '${APPLICATION_TSCONFIG}' }` : '';
  changeSource(tree, context, posix.join(folder, file), {
    marker: LOADER,
    change: (text) => withLoader(text, options),
    remedy: `wrap its configuration in withRestRoutes(…${options}) of ${LOADER}`,
  });
}

/** A configuration of webpack with the loader; `undefined` if it is written in another way. */
function withLoader(text: string, options: string): string | undefined {
  const { statements } = parse(text, 'webpack.config.js');
  const [first] = statements;
  const exported = statements.map(exportOf).find((one) => one !== undefined);
  if (first === undefined || exported === undefined) return undefined;
  const { value, isModule } = exported;
  const name = `{ withRestRoutes }`;
  const head = isModule
    ? `import ${name} from '${LOADER}';\n`
    : `const ${name} = require('${LOADER}');\n`;
  const edit = wrapValue(value, options);
  return edit && withEdits(text, [insert(first.getStart(), head), edit]);
}

/** The value that a statement exports: `module.exports = …` or `export default …`. */
function exportOf(
  statement: ts.Statement,
): { readonly value: ts.Expression; readonly isModule: boolean } | undefined {
  if (ts.isExportAssignment(statement)) return { value: statement.expression, isModule: true };
  if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression))
    return undefined;
  const { left, right } = statement.expression;
  return left.getText() === 'module.exports' ? { value: right, isModule: false } : undefined;
}

/** An object is wrapped, or that which a function returns; `composePlugins` gets one more plugin. */
function wrapValue(value: ts.Expression, options: string): Edit | undefined {
  if (ts.isParenthesizedExpression(value)) return wrapValue(value.expression, options);
  if (ts.isObjectLiteralExpression(value))
    return replaceNode(value, `withRestRoutes(${value.getText()}${options})`);
  if (ts.isArrowFunction(value) && !ts.isBlock(value.body)) return wrapValue(value.body, options);
  const last = ts.isCallExpression(value) ? value.arguments.at(-1) : undefined;
  if (last === undefined || !value.getText().startsWith('composePlugins(')) return undefined;
  return insert(last.getEnd(), `, (config) => withRestRoutes(config${options})`);
}
