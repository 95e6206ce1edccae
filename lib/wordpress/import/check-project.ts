import { createTextCheck } from '../../compiler/program/check-texts.js';
import { decoratorCalls } from '../../compiler/syntax/decorators.js';
import { ts } from '../../compiler/program/typescript.js';
import { nodesIn } from '../../compiler/syntax/nodes.js';
import { isTypeDeclaration, parse } from '../../compiler/syntax/text-edits.js';
import {
  controllersIn,
  isTestFile,
  type ExistingRoute,
  type TypeDeclaration,
} from './existing/existing-code.js';

interface WrittenDiagnostic {
  /** Its path in the project, like all files of an import. */
  readonly file: string;
  readonly text: string;
  /** The routes that cause it; none if they are not known. */
  readonly routes: readonly WrittenRoute[];
}

type WrittenRoute = Pick<ExistingRoute, 'methods' | 'path'> & {
  readonly file: string;
  readonly version: string;
  /** The property of a class of arguments that causes it; `undefined` for any other part of the route. */
  readonly argument?: string | undefined;
};

export type CheckWritten = (changes: ReadonlyMap<string, string>) => readonly WrittenDiagnostic[];

/** The packages of the project must be installed: without them, no errors are found. */
export function checkWritten(folder: string): CheckWritten {
  const check = createTextCheck(folder);
  return (changes) => {
    const texts = new Map([...changes].filter(([path]) => !isTestFile(path)));
    return check(texts).map(({ path: file, start, text, property }) => ({
      file,
      text,
      routes: routesAt(start, file, texts, property),
    }));
  };
}

/** The routes at a place in a written file: its own, or those that use the type there. */
function routesAt(
  start: number,
  file: string,
  texts: ReadonlyMap<string, string>,
  property: string | undefined,
): readonly WrittenRoute[] {
  const source = parse(texts.get(file) ?? '', file);
  const isAt = ({ pos, end }: ts.Node): boolean => pos <= start && start < end;
  const own = routesOf(source, isAt);
  if (own.length > 0) {
    const parameter = nodesIn(source, ts.isParameter).find(isAt);
    const isClass = parameter !== undefined && decoratorCalls(parameter, 'Arguments').length > 0;
    return own.map((route) => ({ ...route, argument: isClass ? property : undefined }));
  }
  const type = source.statements.find(isAt);
  if (type === undefined || !isTypeDeclaration(type)) return [];
  const folder = file.split('/').slice(0, 3).join('/');
  const sources = [...texts]
    .filter(([path]) => path.startsWith(`${folder}/`))
    .map(([path, text]) => parse(text, path));
  return usersOf(type, propertyOf(type, isAt), sources, new Set());
}

/** The routes whose methods use a type, also inside another type. */
function usersOf(
  type: TypeDeclaration,
  argument: string | undefined,
  sources: readonly ts.SourceFile[],
  known: Set<string>,
): readonly WrittenRoute[] {
  const { text: name = '' } = type.name ?? {};
  const key = JSON.stringify([name, argument]);
  if (known.has(key)) return [];
  known.add(key);
  const isUser = (node: ts.Node): boolean => refersTo(node, name);
  const types = sources
    .filter((source) => controllersIn(source).length === 0)
    .flatMap(({ statements }) => statements.filter(isTypeDeclaration));
  return [
    ...sources
      .flatMap((source) => routesOf(source, isUser))
      .map((route) => ({ ...route, argument })),
    ...types
      .filter((other) => other !== type && isUser(other))
      .flatMap((other) => usersOf(other, propertyOf(other, isUser), sources, known)),
  ];
}

/** The property of a class of arguments that has a node. */
function propertyOf(
  type: TypeDeclaration,
  isWanted: (node: ts.Node) => boolean,
): string | undefined {
  if (!ts.isClassDeclaration(type)) return undefined;
  const name = type.members.find(isWanted)?.name;
  return name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name))
    ? name.text
    : undefined;
}

function refersTo(node: ts.Node, name: string): boolean {
  return nodesIn(node, ts.isTypeReferenceNode).some(({ typeName }) => typeName.getText() === name);
}

function routesOf(
  source: ts.SourceFile,
  isWanted: (member: ts.Node) => boolean,
): readonly WrittenRoute[] {
  const members = source.statements
    .filter(ts.isClassDeclaration)
    .flatMap((node) => node.members.filter(isWanted));
  const names = new Set(members.map((member) => member.name?.getText()));
  return controllersIn(source).flatMap(({ version, routes }) =>
    routes
      .filter(({ methodName }) => names.has(methodName))
      .map(({ methods, path }) => ({ file: source.fileName, version, methods, path })),
  );
}
