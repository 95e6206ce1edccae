import type { NamedRoute } from '../plan/import-plan.js';
import type { ExistingCode } from './existing-code.js';
import type { MatchedRoute, RouteMatches } from './match-routes.js';
import { ts } from '../../../compiler/program/typescript.js';
import { propertyOf, textValue } from './literal-value.js';
import { decoratorCalls } from './source-file.js';

const DEEPEST = 10;

/** What differs between the index and the routes that a project has, one sentence each. */
export function findDifferences(
  { found, others }: RouteMatches,
  code: ExistingCode,
): readonly string[] {
  return [
    ...[...found].flatMap(([route, matches]) => differencesOf(route, [...matches.values()], code)),
    ...others.map(
      (match) => `${match.method} ${match.route.path} (${handlerOf(match)}) is not in the index.`,
    ),
  ];
}

function differencesOf(
  route: NamedRoute,
  matches: readonly MatchedRoute[],
  code: ExistingCode,
): readonly string[] {
  const served = new Set(matches.map(({ method }) => method));
  const missing = route.methods.filter((method) => !served.has(method));
  const handlers = new Map(matches.map((match) => [match.route.node, match]));
  return [
    ...missing.map(
      (method) =>
        `${method} ${route.pattern} is not served; ${handlersOf(matches)} serves the others.`,
    ),
    ...[...handlers.values()].flatMap((match) => argumentDifferences(route, match, code)),
  ];
}

/** Only what is missing: a parameter beside the index may be a service. */
function argumentDifferences(
  { args, pattern, methods }: NamedRoute,
  match: MatchedRoute,
  code: ExistingCode,
): readonly string[] {
  const { names, isOpen } = argumentNames(match.route.node, code);
  const missing = args.filter(({ name }) => !names.has(name) && !isOpen).map(({ name }) => name);
  if (missing.length === 0) return [];
  return [
    `${handlerOf(match)} lacks ${missing.join(', ')}, which ${methods.join()} ${pattern} has.`,
  ];
}

function handlersOf(matches: readonly MatchedRoute[]): string {
  return [...new Set(matches.map(handlerOf))].join(' and ');
}

function handlerOf({ controller, route }: MatchedRoute): string {
  return `${controller.className}.${route.methodName}`;
}

/** The arguments that a method takes, as far as its source shows them. */
interface ArgumentNames {
  readonly names: ReadonlySet<string>;
  /** Whether there may be more: in a type that the source does not show. */
  readonly isOpen: boolean;
}

/** Reads the names of the parameters of a method, and of the properties of those with `@Arguments()`. */
function argumentNames(node: ts.MethodDeclaration, { types }: ExistingCode): ArgumentNames {
  const names = new Set<string>();
  let isOpen = false;
  for (const parameter of node.parameters) {
    if (decoratorCalls(parameter, 'Arguments').length === 0) names.add(nameOf(parameter));
    else {
      const members = membersOf(parameter.type, types, 0);
      if (members === undefined) isOpen = true;
      for (const name of members ?? []) names.add(name);
    }
  }
  return { names, isOpen };
}

function nameOf(parameter: ts.ParameterDeclaration): string {
  const options = decoratorCalls(parameter, 'Param')[0]?.arguments[0];
  const stated = textValue(propertyOf(options, 'name'), parameter.getSourceFile());
  return stated ?? parameter.name.getText();
}

type Types = ExistingCode['types'];

function membersOf(
  node: ts.TypeNode | undefined,
  types: Types,
  depth: number,
): readonly string[] | undefined {
  if (node === undefined || depth > DEEPEST) return undefined;
  if (ts.isTypeLiteralNode(node)) return namesIn(node.members);
  if (ts.isIntersectionTypeNode(node))
    return joined(node.types.map((one) => membersOf(one, types, depth + 1)));
  if (!ts.isTypeReferenceNode(node) || node.typeArguments !== undefined) return undefined;
  return declared(node.typeName.getText(), types, depth + 1);
}

function declared(name: string, types: Types, depth: number): readonly string[] | undefined {
  const [declaration, ...others] = types.get(name) ?? [];
  if (declaration === undefined || others.length > 0 || depth > DEEPEST) return undefined;
  if (ts.isTypeAliasDeclaration(declaration)) return membersOf(declaration.type, types, depth);
  const bases = (declaration.heritageClauses ?? []).flatMap((clause) => [...clause.types]);
  return joined([
    namesIn(declaration.members),
    ...bases.map(({ expression }) => declared(expression.getText(), types, depth + 1)),
  ]);
}

function namesIn(members: Iterable<ts.ClassElement | ts.TypeElement>): readonly string[] {
  return [...members].flatMap(({ name }) =>
    name === undefined ? [] : [ts.isStringLiteralLike(name) ? name.text : name.getText()],
  );
}

function joined(lists: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  const known = lists.filter((list) => list !== undefined);
  return known.length === lists.length ? known.flat() : undefined;
}
