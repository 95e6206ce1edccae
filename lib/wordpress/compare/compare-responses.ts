import type { ReceivedResponse } from '../fetch-limited.js';
import { groupBy } from '../../shared/records.js';
import { compareByName, compareFlag, onlyIn, type PartDifferences } from './difference.js';

interface BodyOutline {
  /** `null` is not listed: it does not show the type of other values. */
  readonly types: ReadonlySet<string>;
  /** Of an object. */
  readonly properties: ReadonlyMap<string, BodyOutline>;
  /** Of a list, of all its items; `undefined` for an empty one. */
  readonly items: BodyOutline | undefined;
}

const NOTHING: BodyOutline = { types: new Set(), properties: new Map(), items: undefined };

const DEPTH = 20;

const TOTALS = ['X-WP-Total', 'X-WP-TotalPages'] as const;

/** Compares two responses as a client sees them: status, headers and an outline of the body. */
export function compareResponses(
  before: ReceivedResponse,
  after: ReceivedResponse,
): PartDifferences {
  const status = compareStatus(before.status, after.status);
  // With another status, headers and body differ anyway.
  if (status.length > 0) return status;
  return [
    ...compareContentType(before.headers, after.headers),
    ...compareSets('Allow', allowed(before), allowed(after)),
    ...compareSets('Link', linkRelations(before.headers), linkRelations(after.headers)),
    ...TOTALS.flatMap((name) => {
      const [had, has] = [before.headers.has(name), after.headers.has(name)];
      return compareFlag(had, has, 'response', `no header ${name}`, `a header ${name}`);
    }),
    ...compareBodies(before, after),
  ];
}

function lost(text: string): PartDifferences {
  return [{ impact: 'lost', subject: 'response', text }];
}

function compareStatus(before: number, after: number): PartDifferences {
  if (before === after) return [];
  const text = `status ${after} instead of ${before}`;
  if (before < 400) return lost(text);
  return [{ impact: after < 400 ? 'gained' : 'changed', subject: 'response', text }];
}

/** Without parameters: JSON is UTF-8, whether that is stated or not. */
function compareContentType(before: Headers, after: Headers): PartDifferences {
  const [was, is] = [mediaType(before), mediaType(after)];
  return was === is ? [] : lost(`content type ${is || 'missing'} instead of ${was || 'none'}`);
}

function mediaType(headers: Headers): string {
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  return type.trim().toLowerCase();
}

function allowed({ headers }: ReceivedResponse): ReadonlySet<string> {
  const methods = (headers.get('allow') ?? '').split(',').map((method) => method.trim());
  return new Set(methods.filter((method) => !['', 'HEAD', 'OPTIONS'].includes(method)));
}

function compareSets(
  header: string,
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): PartDifferences {
  const [gone, added] = onlyIn(before, after);
  const compare = (had: boolean, one: string): PartDifferences =>
    compareFlag(
      had,
      !had,
      'response',
      `header ${header} without ${one}`,
      `header ${header} with ${one}`,
    );
  return [
    ...gone.flatMap((one) => compare(true, one)),
    ...added.flatMap((one) => compare(false, one)),
  ];
}

function compareBodies(
  { bytes: before }: ReceivedResponse,
  { bytes: after }: ReceivedResponse,
): PartDifferences {
  const [was, is] = [jsonOf(before), jsonOf(after)];
  if (was === undefined) return [];
  return is === undefined
    ? lost('body is not JSON')
    : compareOutlines(outlineOf(was), outlineOf(is), 'body');
}

/** `undefined` for bytes that are not JSON. */
function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** @see RFC 8288 3 */
function linkRelations(headers: Headers): ReadonlySet<string> {
  const links = (headers.get('link') ?? '').split('<').slice(1);
  return new Set(links.flatMap(relationsIn));
}

/** `https://example.com/>; rel="next prev"; title="…"`, without the `<`. */
function relationsIn(link: string): readonly string[] {
  const parameters = link
    .slice(link.indexOf('>') + 1)
    .split(';')
    .map((parameter) => parameter.trim());
  const relation = parameters.find((parameter) => /^rel *=/i.test(parameter)) ?? '';
  const value = relation.slice(relation.indexOf('=') + 1).replaceAll(/["',]/g, ' ');
  return value.split(' ').filter((one) => one !== '');
}

/** `place` is that of the outlines: `body[].title`. */
function compareOutlines(before: BodyOutline, after: BodyOutline, place: string): PartDifferences {
  const [was, is] = [[...before.types], [...after.types]];
  // A body without types has no value that shows its type.
  const isKnown = was.length > 0 && is.length > 0;
  if (isKnown && !is.every((type) => before.types.has(type)))
    return lost(`${place} is ${is.join(' | ')} instead of ${was.join(' | ')}`);
  return [
    ...compareNames(before, after, place),
    ...(before.items !== undefined && after.items !== undefined
      ? compareOutlines(before.items, after.items, `${place}[]`)
      : []),
  ];
}

/** Both are objects, so both have properties. */
function compareNames(
  { properties: before }: BodyOutline,
  { properties: after }: BodyOutline,
  place: string,
): PartDifferences {
  if (before.size === 0 || after.size === 0) return [];
  return compareByName(before, after, (was, is, name) => {
    const within = `${place}.${name}`;
    if (was !== undefined && is !== undefined) return compareOutlines(was, is, within);
    const [gone, added] = [`${within} is gone`, `${within} is new`];
    return compareFlag(was !== undefined, is !== undefined, 'response', gone, added);
  });
}

/** PHP writes an empty object as an empty list, so neither has a type. */
function outlineOf(value: unknown, depth = DEPTH): BodyOutline {
  if (value === null || depth === 0) return NOTHING;
  if (Array.isArray(value)) return outlineOfList(value, depth);
  if (typeof value !== 'object') return { ...NOTHING, types: new Set([typeof value]) };
  const entries = Object.entries(value).map(
    ([name, nested]) => [name, outlineOf(nested, depth - 1)] as const,
  );
  if (entries.length === 0) return NOTHING;
  return { ...NOTHING, types: new Set(['object']), properties: new Map(entries) };
}

function outlineOfList(values: readonly unknown[], depth: number): BodyOutline {
  if (values.length === 0) return NOTHING;
  const items = joined(values.map((value) => outlineOf(value, depth - 1)));
  return { ...NOTHING, types: new Set(['list']), items };
}

function joined(outlines: readonly BodyOutline[]): BodyOutline {
  const properties = groupBy(
    outlines.flatMap((one) => [...one.properties]),
    ([name]) => name,
  );
  const items = outlines.flatMap((one) => one.items ?? []);
  return {
    types: new Set(outlines.flatMap(({ types }) => [...types])),
    properties: new Map(
      [...properties].map(([name, all]) => [name, joined(all.map(([, one]) => one))]),
    ),
    items: items.length === 0 ? undefined : joined(items),
  };
}
