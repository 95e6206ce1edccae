import type { ApiIndex } from '../index/api-index.js';
import type { Difference } from './difference.js';
import type { RouteGroup } from './routes/route-group.js';

type Links = ReadonlyMap<string, readonly string[]>;

/**
 * Compares the `_links` of a route. An index that has none at all, such as a recorded one, says nothing
 * about them.
 */
export function compareLinks(
  before: RouteGroup,
  after: RouteGroup,
  first: ApiIndex,
  second: ApiIndex,
): readonly Difference[] {
  if (!hasLinks(first) || !hasLinks(second)) return [];
  const [was, is] = [targetsOf(before, first), targetsOf(after, second)];
  const relations = [...new Set([...was.keys(), ...is.keys()])];
  const shared = { subject: 'link', route: before.pattern, methods: [] } as const;
  return relations.flatMap((relation): readonly Difference[] => {
    const [old, now] = [was.get(relation), is.get(relation)];
    if (now === undefined)
      return [{ ...shared, impact: 'lost', text: `the link ${relation} is gone` }];
    if (old === undefined) return [{ ...shared, impact: 'gained', text: `a new link ${relation}` }];
    if (old.join() === now.join()) return [];
    const text = `the link ${relation} leads to ${now.join(', ')} instead of ${old.join(', ')}`;
    return [{ ...shared, impact: 'lost', text }];
  });
}

function hasLinks({ routes }: ApiIndex): boolean {
  return routes.some(({ links }) => links !== undefined);
}

/** The targets of a route by relation, below the root of the API where they are. */
function targetsOf({ links, pattern }: RouteGroup, { root }: ApiIndex): Links {
  const entries = [...(links ?? [])].map(
    ([relation, hrefs]) => [relation, hrefs.map((href) => below(href, root, pattern))] as const,
  );
  return new Map(entries);
}

/** A file does not say where its API is: then a link to the route itself is known by its end. */
function below(href: string, root: string | undefined, pattern: string): string {
  if (root !== undefined && href.startsWith(`${root}/`)) return href.slice(root.length);
  return href.endsWith(pattern) ? pattern : href;
}
