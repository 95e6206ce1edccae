import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import type { ts as typescript } from '../compiler/program/typescript.js';
import type { RouteDescription } from '../routes/route-description.js';
import { applicationFolder, buildConfigPath } from './read-routes.js';

/**
 * The controllers in the sources of the application, with their files, of which it has no route: probably no module
 * lists them. A class that nothing imports is never loaded, so that only the sources show it. They are parsed, and no
 * types are read.
 *
 * @example
 * await unlistedControllers(routes); // ['ItemsController (src/items/items.controller.ts)']
 */
export async function unlistedControllers(
  routes: readonly RouteDescription[],
): Promise<readonly string[]> {
  const config = buildConfigPath();
  if (!existsSync(config)) return [];
  const { ts } = await import('../compiler/program/typescript.js');
  const { config: json } = ts.readConfigFile(config, (path) => ts.sys.readFile(path)) as {
    readonly config?: unknown;
  };
  const { fileNames } = ts.parseJsonConfigFileContent(json ?? {}, ts.sys, dirname(resolve(config)));
  const served = new Set(routes.map(({ handler }) => handler.slice(0, handler.lastIndexOf('.'))));
  const root = resolve(applicationFolder()) + sep;
  return fileNames
    .map((name) => resolve(name))
    .filter((file) => file.startsWith(root) && !TEST.test(file))
    .flatMap((file) =>
      controllersIn(file, ts)
        .filter((name) => !served.has(name))
        .map((name) => `${name} (${relative('.', file)})`),
    );
}

/** Tests declare controllers of their own. */
const TEST = /[.-](?:spec|test|d)\.[cm]?tsx?$/;

function controllersIn(file: string, ts: typeof typescript): readonly string[] {
  const text = readFileSync(file, 'utf8');
  if (!text.includes('@RestController')) return [];
  const names: string[] = [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  for (const statement of source.statements) {
    if (!ts.isClassDeclaration(statement) || statement.name === undefined) continue;
    const hasRoutes = statement.members.some((member) => isDecorated(member, 'RestRoute', ts));
    if (hasRoutes && isDecorated(statement, 'RestController', ts)) names.push(statement.name.text);
  }
  return names;
}

function isDecorated(node: typescript.Node, name: string, ts: typeof typescript): boolean {
  const decorators = ts.canHaveDecorators(node) ? ts.getDecorators(node) : undefined;
  return (decorators ?? []).some(
    ({ expression }) =>
      ts.isCallExpression(expression) &&
      ts.isIdentifier(expression.expression) &&
      expression.expression.text === name,
  );
}
