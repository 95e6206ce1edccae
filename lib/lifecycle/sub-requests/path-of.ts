import { inspect } from 'node:util';
import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import type { Route } from '../../routes/route.js';
import { makePath, PathProblem } from '../../routing/make-path.js';
import type { TableEntry } from '../../routing/path-group.js';
import type { RouteTable } from '../../routing/route-table.js';
import { checkCarried } from './carried-arguments.js';
import { writeQuery, type QueryValue } from './query-text.js';

type Arguments = Readonly<Record<string, QueryValue>>;

/**
 * The path of the first of some routes to which a path with the values leads back; the other arguments are in the query.
 *
 * @param handler The method that has the routes: `ItemsController.one`.
 * @param table All routes of the application.
 * @throws InvalidArgumentException if there is no such route, or a request could not have these arguments.
 */
export function pathOf(
  routes: readonly Route[],
  handler: string,
  args: Arguments,
  table: Pick<RouteTable<TableEntry>, 'match'>,
): string {
  const problems: PathProblem[] = [];
  for (const route of routes) {
    const made = madePath(route, args, table);
    if (typeof made === 'string') return made;
    problems.push(made);
  }
  // A route whose placeholders all have a value is the one that is meant.
  const problem = problems.find(({ kind }) => kind !== 'missing') ?? problems[0];
  if (problem === undefined) throw invalid(`${handler} has no route`);
  const expected = routes.map(({ pattern }) => pattern.template).join(' or ');
  const { name, reason, other } = problem;
  const place = other === undefined ? '' : `: ${shownRoute(other)}`;
  throw invalid(
    `${handler} has the path ${expected}, and ${name} ${reason}${place}. Received: ${shown(args[name])}`,
  );
}

function madePath(
  route: Route,
  args: Arguments,
  table: Pick<RouteTable<TableEntry>, 'match'>,
): string | PathProblem {
  const { arguments: definitions } = route.define();
  const path = makePath({ entry: route, arguments: definitions }, args, table);
  if (path instanceof PathProblem) return path;
  const inPath = new Set(route.pattern.segments.flatMap(({ names }) => names));
  const others = Object.entries(args).filter(([name]) => !inPath.has(name));
  const query = writeQuery(Object.fromEntries(others));
  checkCarried(definitions, query, 'path');
  return query.text === '' ? path : `${path}?${query.text}`;
}

function shownRoute(other: unknown): string {
  const { handler, pattern } = other as Partial<Route>;
  return handler ?? pattern?.template ?? '';
}

function shown(value: QueryValue): string {
  return typeof value === 'string' ? JSON.stringify(value) : inspect(value, { depth: 1 });
}

function invalid(text: string): InvalidArgumentException {
  return new InvalidArgumentException(`RestRoutes: ${text}.`);
}
