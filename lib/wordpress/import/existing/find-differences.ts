import type { NamedRoute } from '../plan/import-plan.js';
import { argumentNames } from './argument-names.js';
import type { ExistingCode } from './existing-code.js';
import type { MatchedRoute, RouteMatches } from './match-routes.js';

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
