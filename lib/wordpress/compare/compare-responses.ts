import type { ReceivedResponse } from '../fetch-limited.js';
import type { ResponseDifference } from './difference.js';

/** The types of a JSON value and of what is in it; the values do not matter. */
interface BodyShape {
  /** `null` says nothing about the type that a value has elsewhere. */
  readonly types: ReadonlySet<string>;
  /** Of an object. */
  readonly properties: ReadonlyMap<string, BodyShape>;
  /** Of a list, of all its items; `undefined` for an empty one. */
  readonly items: BodyShape | undefined;
}

const NOTHING: BodyShape = { types: new Set(), properties: new Map(), items: undefined };

/** What is deeper is not compared. */
const DEPTH = 20;

/** How many items and pages a list has. */
const PRESENT = ['X-WP-Total', 'X-WP-TotalPages'] as const;

/** Compares what a client sees of two responses: status, headers and the shape of the body. */
export function compareResponses(
  before: ReceivedResponse,
  after: ReceivedResponse,
): readonly ResponseDifference[] {
  const status = compareStatus(before.status, after.status);
  // Another status comes with other headers and another body.
  if (status.length > 0) return status;
  return [
    ...compareContentType(before.headers, after.headers),
    ...compareSets('Allow', allowed(before), allowed(after)),
    ...compareSets('Link', linkRelations(before.headers), linkRelations(after.headers)),
    ...PRESENT.flatMap((name) => comparePresence(name, before.headers, after.headers)),
    ...compareBodies(before, after),
  ];
}

function compareStatus(before: number, after: number): readonly ResponseDifference[] {
  if (before === after) return [];
  const text = `status ${after} instead of ${before}`;
  if (before < 400) return [{ impact: 'lost', text }];
  return [{ impact: after < 400 ? 'gained' : 'changed', text }];
}

/** Without parameters: JSON is UTF-8, whether that is stated or not. */
function compareContentType(before: Headers, after: Headers): readonly ResponseDifference[] {
  const [was, is] = [mediaType(before), mediaType(after)];
  if (was === is) return [];
  return [{ impact: 'lost', text: `content type ${is || 'missing'} instead of ${was || 'none'}` }];
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
): readonly ResponseDifference[] {
  const gone = [...before].filter((one) => !after.has(one));
  const added = [...after].filter((one) => !before.has(one));
  return [
    ...gone.map((one) => ({ impact: 'lost', text: `header ${header} without ${one}` }) as const),
    ...added.map((one) => ({ impact: 'gained', text: `header ${header} with ${one}` }) as const),
  ];
}

function comparePresence(
  name: string,
  before: Headers,
  after: Headers,
): readonly ResponseDifference[] {
  if (before.has(name) === after.has(name)) return [];
  return before.has(name)
    ? [{ impact: 'lost', text: `no header ${name}` }]
    : [{ impact: 'gained', text: `a header ${name}` }];
}

function compareBodies(
  { bytes: before }: ReceivedResponse,
  { bytes: after }: ReceivedResponse,
): readonly ResponseDifference[] {
  const [was, is] = [jsonOf(before), jsonOf(after)];
  if (was === undefined || is === undefined) {
    return was === undefined ? [] : [{ impact: 'lost', text: 'body is no JSON' }];
  }
  return compareShapes(shapeOf(was), shapeOf(is), 'body');
}

/** `undefined` for what is no JSON. */
function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/**
 * The relations in the header `Link`.
 *
 * @see RFC 8288 3
 */
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

/**
 * Compares two bodies by the types of their properties.
 *
 * @param place The place of the shapes: `body[].title`.
 */
function compareShapes(
  before: BodyShape,
  after: BodyShape,
  place: string,
): readonly ResponseDifference[] {
  const types = compareTypeNames(before, after, place);
  if (types.length > 0) return types;
  return [
    ...compareNames(before, after, place),
    ...(before.items !== undefined && after.items !== undefined
      ? compareShapes(before.items, after.items, `${place}[]`)
      : []),
  ];
}

/** A side without a type had no value that shows one. */
function compareTypeNames(
  { types: before }: BodyShape,
  { types: after }: BodyShape,
  place: string,
): readonly ResponseDifference[] {
  const isKnown = before.size > 0 && after.size > 0;
  if (!isKnown || [...after].every((type) => before.has(type))) return [];
  const text = `${place} is ${[...after].join(' | ')} instead of ${[...before].join(' | ')}`;
  return [{ impact: 'lost', text }];
}

/** Both are objects, so both have properties. */
function compareNames(
  { properties: before }: BodyShape,
  { properties: after }: BodyShape,
  place: string,
): readonly ResponseDifference[] {
  if (before.size === 0 || after.size === 0) return [];
  const added = [...after.keys()].filter((name) => !before.has(name));
  return [
    ...[...before].flatMap(([name, own]): readonly ResponseDifference[] => {
      const other = after.get(name);
      const within = `${place}.${name}`;
      if (other === undefined) return [{ impact: 'lost', text: `${within} is gone` }];
      return compareShapes(own, other, within);
    }),
    ...added.map((name) => ({ impact: 'gained', text: `${place}.${name} is new` }) as const),
  ];
}

/** The shape of a value. PHP writes an empty object as an empty list, so neither has a type. */
function shapeOf(value: unknown, depth = DEPTH): BodyShape {
  if (value === null || depth === 0) return NOTHING;
  if (Array.isArray(value)) return shapeOfList(value, depth);
  if (typeof value !== 'object') return { ...NOTHING, types: new Set([typeof value]) };
  const entries = Object.entries(value).map(
    ([name, inner]) => [name, shapeOf(inner, depth - 1)] as const,
  );
  if (entries.length === 0) return NOTHING;
  return { ...NOTHING, types: new Set(['object']), properties: new Map(entries) };
}

function shapeOfList(values: readonly unknown[], depth: number): BodyShape {
  if (values.length === 0) return NOTHING;
  const items = joined(values.map((value) => shapeOf(value, depth - 1)));
  return { ...NOTHING, types: new Set(['list']), items };
}

/** A shape that has what any of several has. */
function joined(shapes: readonly BodyShape[]): BodyShape {
  const byName = new Map<string, BodyShape[]>();
  for (const [name, inner] of shapes.flatMap(({ properties }) => [...properties])) {
    const known = byName.get(name);
    if (known === undefined) byName.set(name, [inner]);
    else known.push(inner);
  }
  const items = shapes.flatMap((one) => one.items ?? []);
  return {
    types: new Set(shapes.flatMap(({ types }) => [...types])),
    properties: new Map([...byName].map(([name, all]) => [name, joined(all)] as const)),
    items: items.length === 0 ? undefined : joined(items),
  };
}
