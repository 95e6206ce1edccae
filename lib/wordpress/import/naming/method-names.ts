import type { NamedRoute, PlannedRoute } from '../plan/import-plan.js';
import { isPlural, singularOf } from './singular.js';
import { takeName } from './unique-name.js';
import { camelCase, pascalCase, wordsOf } from './words.js';

/** The verbs that the last segment of a path for GET may be. Any other word names a thing. */
const READING_VERBS: ReadonlySet<string> = new Set(
  'check count download export find introspect lookup preview search test validate verify'.split(
    ' ',
  ),
);

/** What a name is made of. */
interface NamedPlace {
  /** Below the base path: `{id}`, `revisions`. */
  readonly segments: readonly string[];
  /** The words of the controller, which name its items. */
  readonly words: readonly string[];
  /** The paths below the base path of all routes beside it, with the methods of each. */
  readonly siblings: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Names the methods of a controller: `list`, `one`, `create`, `update` and `remove`, and deeper paths by
 * their meaning: `listRevisions`, `oneRevision`, `duplicate`.
 *
 * @param taken The names that the class has already.
 */
export function methodNames(
  routes: readonly PlannedRoute[],
  base: string,
  words: readonly string[],
  taken: ReadonlySet<string> = new Set(),
): readonly NamedRoute[] {
  const used = new Set([...taken, 'constructor']);
  const siblings = new Map<string, Set<string>>();
  for (const { path, methods } of routes) {
    const below = path.slice(base.length);
    siblings.set(below, new Set([...(siblings.get(below) ?? []), ...methods]));
  }
  return routes.map((route) => {
    const segments = route.path.slice(base.length).split('/').slice(1);
    const names = candidates(route, { segments, words, siblings });
    return { ...route, methodName: takeName(names, used) };
  });
}

function candidates(route: PlannedRoute, place: NamedPlace): readonly string[] {
  const name = nameOf(route, place);
  const literals = place.segments.filter(isLiteral);
  const placeholder = place.segments.findLast((segment) => !isLiteral(segment));
  const owner = pascalCase(singularOf(wordsOf(literals.at(-2) ?? '')));
  const key = pascalCase(wordsOf(placeholder ?? ''));
  return [
    name,
    ...(owner === '' ? [] : [`${name}Of${owner}`]),
    ...(key === '' ? [] : [`${name}By${key}`]),
    `${name}${pascalCase(literals.flatMap(wordsOf))}`,
    name,
  ];
}

function nameOf(route: PlannedRoute, place: NamedPlace): string {
  const { segments } = place;
  const last = segments.at(-1);
  if (last === undefined) return collectionName(route, place, '');
  const literal = segments.findLast(isLiteral);
  const noun = wordsOf(literal ?? '');
  if (!isLiteral(last)) return itemName(route, place, noun);
  if (isPlural(noun) || hasItems(place)) return collectionName(route, place, pascalCase(noun));
  return actionName(route, place, noun);
}

/** `one`, or `listByType` of a path that has further placeholders below it. */
function itemName(route: PlannedRoute, place: NamedPlace, noun: readonly string[]): string {
  const suffix = pascalCase(singularOf(noun));
  const verb = verbOf(route);
  if (verb !== 'read') return `${verb === 'create' ? 'update' : verb}${suffix}`;
  const key = pascalCase(wordsOf(place.segments.at(-1) ?? ''));
  return hasItems(place) ? `list${pascalCase(noun)}By${key}` : `one${suffix}`;
}

function collectionName(route: PlannedRoute, place: NamedPlace, noun: string): string {
  const verb = verbOf(route);
  const isList = hasItems(place) || isPaged(route);
  if (noun === '') {
    const isCollection = isList || isPlural(place.words);
    if (verb === 'read') return isCollection ? 'list' : 'read';
    if (verb === 'remove') return isCollection ? 'removeAll' : 'remove';
    const isAction = verb === 'create' && !isCollection && !hasMethod(place, 'GET');
    return isAction ? camelCase(place.words) : verb;
  }
  const plain = `${noun.charAt(0).toLowerCase()}${noun.slice(1)}`;
  const isBare = place.segments.every(isLiteral) && route.args.length === 0 && !isList;
  if (verb === 'read') return isBare ? plain : `list${noun}`;
  return `${verb}${verb === 'create' ? pascalCase(singularOf(wordsOf(noun))) : noun}`;
}

/** `duplicate`, `me` and `updateMe`. */
function actionName(route: PlannedRoute, place: NamedPlace, noun: readonly string[]): string {
  const owner = ownerOf(place);
  const suffix = pascalCase(owner);
  const verb = verbOf(route);
  const isAction = verb === 'create' && !hasMethod(place, 'GET');
  if (verb === 'read' || isAction) {
    const isVerb = verb !== 'read' || READING_VERBS.has(noun[0] ?? '');
    if (!isVerb && owner.length > 0) return camelCase([...owner, ...noun]);
    const words = noun.length === 0 ? ['read'] : noun;
    return /^[a-z]/.test(words[0] ?? '')
      ? `${camelCase(words)}${suffix}`
      : `read${pascalCase(words)}`;
  }
  return `${verb}${pascalCase(noun)}${suffix}`;
}

/** The words of the collection that an action is in: `/feedback` of `/feedback/schema`. */
function ownerOf({ segments }: NamedPlace): readonly string[] {
  const owner = segments.filter(isLiteral).at(-2) ?? '';
  return owner === 'actions' ? [] : singularOf(wordsOf(owner));
}

function verbOf({ methods }: PlannedRoute): 'read' | 'create' | 'update' | 'remove' {
  if (methods.includes('GET')) return 'read';
  if (methods.includes('PUT') || methods.includes('PATCH')) return 'update';
  return methods.includes('POST') ? 'create' : 'remove';
}

function hasItems({ segments, siblings }: NamedPlace): boolean {
  const path = segments.map((segment) => `/${segment}`).join('');
  return [...siblings.keys()].some(
    (other) => other.startsWith(`${path}/{`) && !other.slice(path.length + 1).includes('/'),
  );
}

function hasMethod({ segments, siblings }: NamedPlace, method: string): boolean {
  return siblings.get(segments.map((segment) => `/${segment}`).join(''))?.has(method) === true;
}

function isPaged({ args }: PlannedRoute): boolean {
  return args.some(({ name }) => name === 'page' || name === 'per_page');
}

function isLiteral(segment: string): boolean {
  return !segment.startsWith('{');
}
