import type { UsedPart } from './plan.js';
import type { Random } from './random.js';
import type { Sent } from './sent.js';
import type { Draft, Shape } from './shape.js';

interface Target {
  /** Below which the classes are. */
  readonly path: string;
  readonly shapes: readonly Shape[];
  readonly parts: readonly UsedPart[];
}

/** The name of a part in entries and in the header that means it. */
export const nameOf = ({ index, part }: UsedPart): string => `${part.name}#${index}`;

export function requestsOf(
  random: Random,
  count: number,
  target: Target,
): readonly (readonly Sent[])[] {
  const groups: Sent[][] = [];
  const all = Array.from({ length: count }, (_, at) =>
    requestOf(random.fork(String(at)), at, target),
  );
  const isCached = target.parts.some(({ part }) => /cache/.test(part.name));
  // Parts that count see other numbers after a request that is known to differ.
  for (const sent of [...all.filter((one) => !isKnown(one)), ...all.filter(isKnown)]) {
    const last = groups.at(-1);
    const isPipelined = sent.isPipelined === true && !hasHeader(sent, 'Expect');
    const mayFollow = last !== undefined && mayGoOn(last) && !(isCached && hasSame(last, sent));
    if (isPipelined && mayFollow) last.push(sent);
    else groups.push([sent]);
  }
  return groups;
}

const isKnown = ({ method, is }: Sent): boolean => method === 'OPTIONS' || is !== undefined;

/** After an abort, or a request that ends the connection, no other can come. */
function mayGoOn(group: readonly Sent[]): boolean {
  const last = group.at(-1);
  const goesOn = last !== undefined && !hasHeader(last, 'Connection') && !hasHeader(last, 'Expect');
  return goesOn && last.abort === undefined;
}

/** Whether the second of two equal requests that are sent at once is a hit of a cache depends on the time. */
const hasSame = (group: readonly Sent[], { path }: Sent): boolean =>
  group.some((one) => one.path === path);

const hasHeader = ({ headers }: Sent, name: string): boolean =>
  headers.some(([one]) => one === name);

function requestOf(random: Random, at: number, { path, shapes, parts }: Target): Sent {
  const shape = random.pick(shapes);
  const draft = varied(random, shape, shape.request(random));
  const meant = parts.filter(() => random.chance(0.25)).map((one) => nameOf(one));
  const headers: [string, string][] = [['X-N', String(at)]];
  if (meant.length > 0) headers.push(['X-Meant', meant.join(';')]);
  if (random.chance(0.3)) headers.push(['X-User', random.pick(['ada', 'bob'])]);
  headers.push(...headersOf(random));
  return {
    ...draft,
    path: `${path}/${shape.name}${draft.path}`,
    headers: [...headers, ...(draft.headers ?? [])],
    ...(random.chance(0.05) ? { isPipelined: true } : {}),
  };
}

/** Conditions, encodings, ranges and what else any request may have. */
function headersOf(random: Random): [string, string][] {
  const some: readonly [string, string][] = [
    ['Accept', random.pick(['application/json', '*/*', 'text/html', 'application/xml;q=0.9'])],
    ['Accept-Encoding', random.pick(['gzip', 'br, gzip', 'identity', 'deflate', '*;q=0'])],
    ['Accept-Language', random.pick(['de', 'en-GB, fr;q=0.5'])],
    ['If-None-Match', random.pick(['*', '"7"', 'W/"x"'])],
    ['If-Modified-Since', 'Thu, 01 Jan 2099 00:00:00 GMT'],
    ['Range', random.pick(['bytes=0-3', 'bytes=900-', 'items=1'])],
    ['Origin', random.pick(['https://a.example', 'null'])],
    ['Cookie', random.pick(['a=1; b=2', 'sid=s%3Anone', 'broken'])],
    ['Authorization', random.pick(['Bearer nothing', 'Basic YTpi', 'x'])],
    ['X-Forwarded-For', '10.0.0.1, 10.0.0.2'],
    ['X-Forwarded-Proto', 'https'],
    ['Expect', '100-continue'],
    ['Connection', 'close'],
    ['X-Requested-With', 'XMLHttpRequest'],
    ['X-HTTP-Method-Override', 'DELETE'],
  ];
  return some.filter(() => random.chance(0.05));
}

/** Other methods and spellings than those that a shape asks for. */
function varied(random: Random, shape: Shape, draft: Draft): Draft {
  if (random.chance(0.06)) {
    const method = random.pick(['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'GET', 'POST']);
    // Without its body, such a request misses arguments.
    const is =
      method === draft.method || shape.name !== 'validated' ? {} : { is: 'invalid' as const };
    return { ...draft, ...is, method };
  }
  if (random.chance(0.03)) {
    const more = random.pick(['x', '/y', '%2e', '%zz', '?_method=PUT', '?a=1&a=2']);
    const isDifferent = shape.name === 'validated' || more.includes('%') || more.includes('?a=1');
    const is = isDifferent ? { is: 'spelled' as const } : {};
    return { ...is, ...draft, path: `${draft.path}${more}` };
  }
  return draft;
}
