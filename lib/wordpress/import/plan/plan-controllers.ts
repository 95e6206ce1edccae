import { groupBy } from '../../../shared/group-by.js';
import { methodNames } from '../naming/method-names.js';
import { singularOf } from '../naming/singular.js';
import { shortWords, typeWords } from '../naming/words.js';
import type { PlannedController, PlannedRoute } from './import-plan.js';

/** Divides routes into controllers: one for each base path, in the order of the index. */
export function controllersOf(
  routes: readonly PlannedRoute[],
  namespace: string,
): readonly PlannedController[] {
  const paths = new Set(routes.map(({ version, path }) => `${version}${path}`));
  const groups = groupBy(routes, (route) => `${route.version} ${baseOf(route, paths)}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const base = baseOf(first, paths);
    const words = wordsOfBase(base === '' ? namespace : base);
    const sorted = group.toSorted((a, b) => depthOf(a, base) - depthOf(b, base));
    return [{ version: first.version, base, words, routes: methodNames(sorted, base, words) }];
  });
}

/** `product`, `categories` of `/products/categories`. */
function wordsOfBase(base: string): readonly string[] {
  const segments = base.split('/').map((segment) => typeWords(segment, 'route'));
  const named = segments.filter((words) => words.join('') !== 'route');
  // `/route`, `/_` and `/-` are base paths too.
  if (named.length === 0) return ['route'];
  return shortWords(
    named.flatMap((words, at) => (at < named.length - 1 ? singularOf(words) : words)),
  );
}

/** A person writes the collection first, then its items, then what is below them as the index has it. */
function depthOf({ path }: PlannedRoute, base: string): number {
  return Math.min(2, path.slice(base.length).split('/').length - 1);
}

/**
 * The base path of a route: its first segment, and further ones as far as they name a collection with
 * items of its own, as `/products/categories` does beside `/products/categories/{id}`.
 */
function baseOf({ version, path }: PlannedRoute, paths: ReadonlySet<string>): string {
  const segments = path.split('/').slice(1);
  const end = segments.findIndex((segment) => segment.includes('{'));
  const literals = end === -1 ? segments : segments.slice(0, end);
  for (let count = literals.length; count > 1; count--) {
    const candidate = literals
      .slice(0, count)
      .map((segment) => `/${segment}`)
      .join('');
    if (isCollection(`${version}${candidate}`, paths)) return candidate;
  }
  return literals[0] === undefined ? '' : `/${literals[0]}`;
}

function isCollection(path: string, paths: ReadonlySet<string>): boolean {
  if (!paths.has(path)) return false;
  return [...paths].some(
    (other) => other.startsWith(`${path}/{`) && !other.slice(path.length + 1).includes('/'),
  );
}
