import { ts } from '../../../compiler/program/typescript.js';
import { textValue, textValues } from './literal-value.js';
import { classesOf, decoratorCalls } from './source-file.js';

/** A controller that the project has. */
export interface ExistingController {
  readonly file: string;
  readonly className: string;
  readonly version: string;
  readonly base: string;
  /** The names of its methods and permissions. */
  readonly members: ReadonlySet<string>;
  readonly routes: readonly ExistingRoute[];
}

export interface ExistingRoute {
  readonly methodName: string;
  /** In capitals. */
  readonly methods: readonly string[];
  /** Below the version. */
  readonly path: string;
  readonly node: ts.MethodDeclaration;
}

/** The controllers in a file whose version, base and paths can be read from the source. */
export function controllersIn(source: ts.SourceFile): readonly ExistingController[] {
  return classesOf(source).flatMap((node) => {
    const [call] = decoratorCalls(node, 'RestController');
    const version = textValue(call?.arguments[0], source);
    const className = node.name?.text;
    if (call === undefined || version === undefined || className === undefined) return [];
    const base = call.arguments.length === 1 ? '' : textValue(call.arguments[1], source);
    if (base === undefined) return [];
    const members = new Set(node.members.flatMap((member) => member.name?.getText() ?? []));
    const methods = node.members.filter(ts.isMethodDeclaration);
    const routes = methods.flatMap((method) => routesOf(method, base));
    return [{ file: source.fileName, className, version, base, members, routes }];
  });
}

function routesOf(node: ts.MethodDeclaration, base: string): readonly ExistingRoute[] {
  const source = node.getSourceFile();
  return decoratorCalls(node, 'RestRoute').flatMap((call) => {
    const path = textValue(call.arguments[0], source);
    if (path === undefined) return [];
    const methods = textValues(call.arguments[1], source).map((name) => name.toUpperCase());
    return [{ methodName: node.name.getText(), methods, path: trimmed(`${base}${path}`), node }];
  });
}

function trimmed(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
