import type { NamedRoute, PlannedController, PlannedRoute } from './plan/planned-route.js';
import { createHash } from 'node:crypto';

/** The name of a file has at most 255 bytes, with its number and its ending. */
const LONGEST = 120;

const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['people', 'person'],
  ['children', 'child'],
  ['men', 'man'],
  ['women', 'woman'],
  ['movies', 'movie'],
  ['cookies', 'cookie'],
  ['indices', 'index'],
]);

/** Words that are not changed: they only look like a plural, or have no singular. */
const UNCHANGED =
  /(?:ss|us|is|as|news|series|species|media|data|analytics|settings|details|sizes|stats|statistics|preferences|sms)$/;

/** The verbs that the last segment of a path for GET may be. Any other word names a thing. */
const READING_VERBS: ReadonlySet<string> = new Set(
  'check count download export find introspect lookup preview search test validate verify'.split(
    ' ',
  ),
);

interface NamedPlace {
  /** Below the base path: `{id}`, `revisions`. */
  readonly segments: readonly string[];
  /** The words of the controller, which name its items. */
  readonly words: readonly string[];
  /** The paths of all routes of the controller below the base path, with the methods of each. */
  readonly siblings: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * `list`, `one`, `create`, `update` and `remove`, and deeper paths by their meaning: `listRevisions`, `oneRevision`,
 * `duplicate`. `taken` has the names of the class.
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
    const names = candidates(route, { segments, words, siblings }).map((name) =>
      /^[a-z]/i.test(name) ? name : `${verbOf(route)}${name}`,
    );
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

/** `one`, or `listByType` for a path with further placeholders below it. */
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
  const name = `${noun.charAt(0).toLowerCase()}${noun.slice(1)}`;
  const isBare = place.segments.every(isLiteral) && route.args.length === 0 && !isList;
  if (verb === 'read') return isBare ? name : `list${noun}`;
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

export function controllerName({ words }: PlannedController): string {
  return `${pascalCase(words)}Controller`;
}

/** Words that cannot be the name of a parameter in a module. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval ' +
    'export extends false finally for function if implements import in instanceof interface let new ' +
    'null package private protected public return static super switch this throw true try typeof var ' +
    'void while with yield undefined NaN Infinity'
  ).split(' '),
);

/** Types of the language, of Node and of the library: a type of the same name would hide them. */
const KNOWN_TYPES: readonly string[] = (
  'Array Boolean Buffer Date Error Event Function Map Number Object Omit Partial Pick Promise ' +
  'Readonly Record Request Required Response Set String Symbol URL int ' +
  'Arguments Cache Callback Capability Format HttpMethod ListOf Param PublicAccess RestController ' +
  'RestException RestModule RestRequest RestResponse RestRoute UploadedFile ValueClass Module'
).split(' ');

export const RESERVED_TYPES: ReadonlySet<string> = new Set(KNOWN_TYPES);

/** Whether a text can be the name of a property without quotation marks. */
export function isPropertyName(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name) && name !== '__proto__';
}

export function isParameterName(name: string): boolean {
  return isPropertyName(name) && !RESERVED.has(name);
}

/** Whether a text can be the name of a property of a class: a field cannot be named like these. */
export function isFieldName(name: string): boolean {
  return name !== 'constructor' && name !== '__proto__' && name !== 'prototype';
}

/** The singular of the last word: `font`, `family` of `font`, `families`. */
export function singularOf(words: readonly string[]): readonly string[] {
  const last = words.at(-1);
  return last === undefined ? words : [...words.slice(0, -1), singularWord(last)];
}

function isPlural(words: readonly string[]): boolean {
  const last = words.at(-1) ?? '';
  return singularWord(last) !== last;
}

/** By the rules of English; the names of generated code are for people to change. */
function singularWord(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  if (word.length < 4 || UNCHANGED.test(word)) return word;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  return word.replace(/(x|ch|sh|ss|zz|tus|bus|lias)es$|s$/, '$1');
}

/** The words of a name in any spelling, in lower case: `order`, `lines` of `orderLines` and `order_lines`. */
export function wordsOf(name: string): readonly string[] {
  const words = name.match(/[A-Z]+(?![a-z])\d*|[A-Z]?[a-z]+\d*|\d+/g) ?? [];
  return words.map((word) => word.toLowerCase());
}

/** `OrderLines`. */
export function pascalCase(words: readonly string[]): string {
  return words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('');
}

/** `orderLines`. */
export function camelCase(words: readonly string[]): string {
  const name = pascalCase(words);
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}

/** `order-lines`. */
export function kebabCase(words: readonly string[]): string {
  return words.join('-');
}

/** The words of the name of a class, which begins with a letter. */
export function typeWords(name: string, fallback: string): readonly string[] {
  const words = wordsOf(name);
  return /^[a-z]/.test(words[0] ?? '') ? words : [fallback, ...words];
}

/** They fit into the name of a file. A hash replaces the rest, so that names stay different. */
export function shortWords(words: readonly string[]): readonly string[] {
  const name = kebabCase(words);
  if (name.length <= LONGEST) return words;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 12);
  const kept = name.slice(0, LONGEST).split('-');
  return [...kept.filter((word) => word !== ''), `x${hash}`];
}

/** The first of the names that is free, else the last one with a number. Marks the name as taken. */
export function takeName(names: readonly string[], taken: Set<string>): string {
  const last = names.at(-1) ?? 'item';
  let name = names.find((candidate) => !taken.has(candidate));
  for (let number = 2; name === undefined; number++) {
    if (!taken.has(`${last}${number}`)) name = `${last}${number}`;
  }
  taken.add(name);
  return name;
}
