import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import type { Route } from '../../routes/route.js';
import { queryTextOf, type QueryValue } from './query-text.js';

type Arguments = Readonly<Record<string, QueryValue>>;

const PLACEHOLDER = /\{(\w+)\}/g;

/**
 * The path of the first of some routes whose placeholders all have a value; the other arguments are in the query.
 *
 * @param handler The method that has the routes: `ItemsController.one`.
 * @throws InvalidArgumentException if there is no such route, or a value cannot be part of a path.
 */
export function pathOf(routes: readonly Route[], handler: string, args: Arguments): string {
  const route = routes.find(({ pattern }) =>
    namesOf(pattern).every((name) => textOf(args[name]) !== undefined),
  );
  if (route === undefined) {
    const expected = routes.map(({ pattern }) => pattern.template).join(' or ');
    throw new InvalidArgumentException(
      expected === ''
        ? `RestRoutes: ${handler} has no route.`
        : `RestRoutes: ${handler} has the path ${expected}, whose placeholders need a text or a number each, not ${JSON.stringify(args)}.`,
    );
  }
  const { pattern } = route;
  const names = namesOf(pattern);
  const spanning = new Set(
    pattern.segments.flatMap((segment) => (segment.spansSlashes === true ? segment.names : [])),
  );
  const path = pattern.template.replace(PLACEHOLDER, (_, name: string) => {
    const text = encodeURIComponent(textOf(args[name]) ?? '');
    return spanning.has(name) ? text.replaceAll('%2F', '/') : text;
  });
  const query = queryTextOf(
    Object.fromEntries(Object.entries(args).filter(([name]) => !names.includes(name))),
  );
  return query === '' ? path : `${path}?${query}`;
}

function namesOf({ template }: Route['pattern']): readonly string[] {
  return Array.from(template.matchAll(PLACEHOLDER), ([, name = '']) => name);
}

/** An empty text would be another path, and half of a surrogate pair has no encoding. */
function textOf(value: QueryValue): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  const isText = typeof value === 'string' && value !== '' && !/\p{Surrogate}/u.test(value);
  return isText ? value : undefined;
}
