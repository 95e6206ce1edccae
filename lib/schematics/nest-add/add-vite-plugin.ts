import { posix } from 'node:path';
import type { Rule, Tree } from '@angular-devkit/schematics';
import { ts } from '../../compiler/program/typescript.js';
import {
  literalProperty,
  nodesIn,
  optionOf,
  unwrapExpression,
} from '../../compiler/syntax/nodes.js';
import {
  type Edit,
  insert,
  parse,
  replaceNode,
  withEdits,
  withImports,
} from '../../compiler/syntax/text-edits.js';
import { readJson } from '../source/json-files.js';
import { pathsAt } from '../source/paths.js';
import { PACKAGE } from '../source/project.js';
import { configsOfScripts } from './add-jest-transformer.js';

const PLUGIN = 'restRoutes()';

const VITE = `${PACKAGE}/vite`;

/** vitest.config.ts, and others such as vitest.config.e2e.mts. */
const OF_VITEST = /^vitest\.config(?:\.[\w-]+)?\.[cm]?[jt]s$/;

/** Vitest reads it too, if it has no configuration of its own. */
const OF_VITE = /^vite\.config(?:\.[\w-]+)?\.[cm]?[jt]s$/;

/**
 * Adds the plugin to each configuration of Vitest, those of scripts and the projects of all included, and to those of
 * Vite, if scripts run it. The plugin comes before those that a configuration has.
 */
export function addVitePlugin(sourceRoot: string): Rule {
  return (tree, context) => {
    const folders = new Set(['/', posix.join('/', posix.dirname(sourceRoot))]);
    const found = [...folders].flatMap((folder) => configsIn(tree, folder));
    const paths = new Set([...found, ...configsOfScripts(tree, 'vitest')]);
    // A set that grows is iterated to its end.
    for (const path of paths) {
      const text = tree.read(path)?.toString();
      if (text === undefined || text.includes(VITE)) continue;
      const { text: changed, projects, isComplete } = changeConfiguration(text);
      if (changed !== text) tree.overwrite(path, changed);
      if (!isComplete) {
        context.logger.warn(`${path} could not be read: add ${PLUGIN} of ${VITE} to its plugins.`);
      }
      for (const pattern of projects) {
        const places = pathsAt(tree, posix.join(posix.dirname(path), pattern));
        const named = places.flatMap((one) => (tree.exists(one) ? [one] : configsIn(tree, one)));
        for (const one of named) paths.add(one);
      }
    }
  };
}

function configsIn(tree: Tree, folder: string): readonly string[] {
  const { subfiles } = tree.getDir(folder);
  const ofVitest = subfiles.filter((file) => OF_VITEST.test(file));
  const ofVite = runsVite(tree) ? subfiles.filter((file) => OF_VITE.test(file)) : [];
  return [...ofVitest, ...ofVite].map((file) => posix.join(folder, file));
}

function runsVite(tree: Tree): boolean {
  const { scripts } = readJson(tree, '/package.json');
  return Object.values(scripts ?? {}).some((one) => /\bvite(?:st)?\b/.test(String(one)));
}

interface ChangedConfiguration {
  readonly text: string;
  /** The files and folders of its projects, from the folder of the configuration. */
  readonly projects: readonly string[];
  readonly isComplete: boolean;
}

function changeConfiguration(text: string): ChangedConfiguration {
  const source = parse(text);
  const root = objectIn(exportedBy(source), source);
  if (root === undefined) return { text, projects: [], isComplete: false };
  const list = optionOf(optionOf(root, 'test'), 'projects');
  const elements =
    list !== undefined && ts.isArrayLiteralExpression(list) ? [...list.elements] : [];
  const paths = elements.filter(ts.isStringLiteralLike).map((one) => one.text);
  const inline = elements
    .filter((one) => !ts.isStringLiteralLike(one))
    .map((one) => objectIn(one, source));
  // A project has the plugins of the root only if it extends it.
  const alone = inline.filter((one) => one === undefined || !hasPluginsOfRoot(one));
  const isForRoot = list === undefined || alone.length < inline.length;
  const edits = [...(isForRoot ? [root] : []), ...alone].map((one) => one && pluginEdit(one));
  const isRead = list === undefined || elements.length > 0;
  const changed = withEdits(
    text,
    edits.filter((one) => one !== undefined),
  );
  return {
    text: changed === text ? text : withImports(changed, [{ name: 'restRoutes', module: VITE }]),
    projects: paths.filter((one) => !one.startsWith('!')),
    isComplete: isRead && edits.every((one) => one !== undefined),
  };
}

function hasPluginsOfRoot(project: ts.ObjectLiteralExpression): boolean {
  const extended = optionOf(project, 'extends');
  return extended !== undefined && extended.kind !== ts.SyntaxKind.FalseKeyword;
}

/** `export default …` or `module.exports = …`. */
function exportedBy({ statements }: ts.SourceFile): ts.Expression | undefined {
  for (const statement of statements) {
    if (ts.isExportAssignment(statement)) return statement.expression;
    if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression))
      continue;
    const { left, right } = statement.expression;
    if (left.getText() === 'module.exports') return right;
  }
  return undefined;
}

/** The object that an expression is, or that it passes to `defineConfig` or `mergeConfig`, or returns. */
function objectIn(
  expression: ts.Expression | undefined,
  source: ts.SourceFile,
): ts.ObjectLiteralExpression | undefined {
  const value = expression && unwrapExpression(expression);
  if (value === undefined || ts.isObjectLiteralExpression(value)) return value;
  if (ts.isCallExpression(value)) return objectIn(value.arguments.at(-1), source);
  if (ts.isArrowFunction(value) && !ts.isBlock(value.body)) return objectIn(value.body, source);
  if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) {
    return objectIn(nodesIn(value.body, ts.isReturnStatement).at(-1)?.expression, source);
  }
  if (!ts.isIdentifier(value)) return undefined;
  const declared = nodesIn(source, ts.isVariableDeclaration).find(
    ({ name }) => name.getText() === value.text,
  );
  return objectIn(declared?.initializer, source);
}

/** `undefined` if its plugins are not written as a list. */
function pluginEdit(object: ts.ObjectLiteralExpression): Edit | undefined {
  const plugins = literalProperty(object, 'plugins');
  const [first] = object.properties;
  if (plugins !== undefined) {
    const list = optionOf(object, 'plugins');
    const [start] = /^\[\s*/.exec(list?.getText() ?? '') ?? [];
    if (list === undefined || start === undefined) return undefined;
    const isEmpty = list.getText().slice(start.length).startsWith(']');
    return insert(list.getStart() + start.length, isEmpty ? PLUGIN : `${PLUGIN}, `);
  }
  if (first === undefined) return replaceNode(object, `{ plugins: [${PLUGIN}] }`);
  const [space = ''] = /^\s*/.exec(first.getFullText()) ?? [];
  const added = `${space || ' '}plugins: [${PLUGIN}],${space === '' ? ' ' : ''}`;
  return insert(object.getStart() + 1, added);
}
