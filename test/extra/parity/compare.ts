import type { Observation, Step } from './observe.js';
import { ofClock, UNSTABLE, type Entry, type Line } from './recorder.js';
import { show } from './show.js';
import type { Outcome, Received, Sent } from './sent.js';

/** One place in which a route differs from the plain controller. */
export interface Difference {
  /** Such as `response header allow`, `log guard#2 canActivate body`, `order`. */
  readonly at: string;
  readonly plain: string;
  readonly route: string;
  /** Of the plan; absent for the start and the end. */
  readonly step?: number;
  readonly sent?: Sent;
  readonly outcomes?: { readonly plain: Outcome; readonly route: Outcome };
  /** Of lines, the same for the other requests that were sent at once. */
  readonly others?: readonly Difference[];
}

const NOTHING = '(nothing)';

export function compare(plain: Observation, route: Observation): readonly Difference[] {
  if (plain.failure !== undefined || route.failure !== undefined)
    return [{ at: 'start', plain: plain.failure ?? 'starts', route: route.failure ?? 'starts' }];
  return [
    ...linesOf('startup', plain.startup, route.startup),
    ...plain.steps.flatMap((step, at) => {
      const other = route.steps[at];
      return other === undefined ? [] : compareSteps(at, step, other);
    }),
    ...linesOf('end', plain.end, route.end),
  ];
}

function compareSteps(step: number, plain: Step, route: Step): readonly Difference[] {
  const ofRequests = plain.sent.flatMap((sent, at) => {
    const [one, other] = [plain.outcomes[at], route.outcomes[at]];
    if (one === undefined || other === undefined) return [];
    const tag = sent.headers.find(([name]) => name === 'X-N')?.[1];
    const entriesOf = ({ entries }: Step): readonly Entry[] => {
      const own = entries.filter(({ request }) => request === tag);
      // What still runs once a client has left depends on the time.
      if (sent.abort !== undefined) {
        const isFirst = ({ point, seen }: Entry): boolean =>
          isOfHandlers(point) && seen['times'] === '1';
        return own.filter(isFirst);
      }
      const isTimed = ({ point }: Entry): boolean => point.includes(' ~');
      const timed = own.filter(isTimed).sort((a, b) => (a.point < b.point ? -1 : 1));
      return [...own.filter((one) => !isTimed(one)), ...timed];
    };
    return [
      ...compareOutcomes(one, other),
      ...(plain.sent.slice(0, at + 1).some(leavesResponse) ? [] : withoutResponse(one, other)),
      ...compareEntries(entriesOf(plain), entriesOf(route)),
    ].map((difference) => ({ ...difference, sent, outcomes: { plain: one, route: other } }));
  });
  const common = [
    ...differing('outcomes', String(plain.outcomes.length), String(route.outcomes.length)),
    ...linesOf('lines', inOrder(plain), inOrder(route)),
    ...differing('left', plain.left, route.left),
  ].map((difference) => {
    const [first, ...others] = plain.sent.flatMap((sent, at): Difference[] => {
      const [one, other] = [plain.outcomes[at], route.outcomes[at]];
      if (one === undefined || other === undefined) return [];
      return [{ ...difference, sent, outcomes: { plain: one, route: other } }];
    });
    return first === undefined ? difference : { ...first, others };
  });
  return (
    [...ofRequests, ...common]
      // Which of two requests that are sent at once comes first depends on what each waits for.
      .filter(({ at }) => plain.sent.length === 1 || !at.endsWith(' header x-calls'))
      .map((difference) => ({ ...difference, step }))
  );
}

/** Of requests that are sent at once, which one's lines come first depends on the time; each has its own in order. */
function inOrder({ sent, lines }: Step): readonly Line[] {
  if (sent.length === 1) return lines;
  const unknown = lines.filter(({ request }) => request === undefined);
  return [
    ...lines
      .filter(({ request }) => request !== undefined)
      .toSorted((a, b) => compareTexts(a.request ?? '', b.request ?? '')),
    ...unknown.toSorted((a, b) => compareTexts(a.text, b.text)),
  ];
}

const compareTexts = (one: string, other: string): number =>
  one === other ? 0 : one < other ? -1 : 1;

const isOfHandlers = (point: string): boolean => /^(?:handler|slow)/.test(point);

const OF_BODIES = new Set(['content-length', 'etag']);

function compareOutcomes(plain: Outcome, route: Outcome): readonly Difference[] {
  if ('failure' in plain || 'failure' in route)
    return differing('response', outcomeText(plain), outcomeText(route));
  const all = new Set([...Object.keys(plain.headers), ...Object.keys(route.headers)]);
  // These follow from the body.
  const names = [...all].sort(
    (one, other) => Number(OF_BODIES.has(one)) - Number(OF_BODIES.has(other)),
  );
  return [
    ...differing('response status', statusOf(plain), statusOf(route)),
    ...differing('response body', textOf(plain.body), textOf(route.body)),
    ...names
      .filter((name) => !UNSTABLE.has(name))
      .flatMap((name) =>
        differing(`response header ${name}`, headerOf(plain, name), headerOf(route, name)),
      ),
  ];
}

/** A route responds, also where a plain controller never does. */
function withoutResponse(plain: Outcome, route: Outcome): readonly Difference[] {
  if (!isWithoutResponse(plain) || !isWithoutResponse(route)) return [];
  return [{ at: 'response', plain: outcomeText(plain), route: `${outcomeText(route)}, as plain` }];
}

/** A method that responds itself may not be called, or call next. Later requests of its connection wait for it. */
const leavesResponse = ({ path }: Sent): boolean => /\/responses\/(?:own|next)/.test(path);

const isWithoutResponse = (outcome: Outcome): boolean =>
  'failure' in outcome && outcome.failure === 'no response: ';

const outcomeText = (outcome: Outcome): string =>
  'failure' in outcome ? outcome.failure : `${statusOf(outcome)} ${textOf(outcome.body)}`;

const statusOf = ({ status, message }: Received): string => `${status} ${message}`;

function headerOf({ headers }: Received, name: string): string {
  const values = headers[name];
  return values === undefined ? NOTHING : ofClock(name, values.join(' | '));
}

/** Compressed bytes are of no use to a reader. */
export function textOf(body: Buffer): string {
  const text = body.toString('utf8');
  return text.includes('\ufffd') ? `base64 ${body.toString('base64')}` : text;
}

/** Aligns what parts saw, so that one moment more does not hide the others. */
function compareEntries(plain: readonly Entry[], route: readonly Entry[]): readonly Difference[] {
  const pairs = aligned(plain, route);
  return pairs.flatMap(([one, other]) => {
    if (one === undefined || other === undefined) {
      const { point = '' } = one ?? other ?? {};
      return differing(
        `log ${point}`,
        one ? show(one.seen) : NOTHING,
        other ? show(other.seen) : NOTHING,
      );
    }
    const names = new Set([...Object.keys(one.seen), ...Object.keys(other.seen)]);
    return [...names].flatMap((name) =>
      differing(`log ${one.point} ${name}`, one.seen[name] ?? NOTHING, other.seen[name] ?? NOTHING),
    );
  });
}

type Pair = readonly [Entry | undefined, Entry | undefined];

/** The longest common sequence of points. */
function aligned(one: readonly Entry[], other: readonly Entry[]): readonly Pair[] {
  const lengths = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
  const lengthAt = (at: number, to: number): number => lengths[at]?.[to] ?? 0;
  for (let at = one.length - 1; at >= 0; at--)
    for (let to = other.length - 1; to >= 0; to--) {
      const row = lengths[at];
      if (row === undefined) continue;
      row[to] =
        one[at]?.point === other[to]?.point
          ? lengthAt(at + 1, to + 1) + 1
          : Math.max(lengthAt(at + 1, to), lengthAt(at, to + 1));
    }
  const pairs: Pair[] = [];
  let [at, to] = [0, 0];
  while (at < one.length || to < other.length) {
    const [left, right] = [one[at], other[to]];
    if (left !== undefined && right !== undefined && left.point === right.point) {
      pairs.push([left, right]);
      at++;
      to++;
    } else if (
      right === undefined ||
      (left !== undefined && lengthAt(at + 1, to) >= lengthAt(at, to + 1))
    ) {
      pairs.push([left, undefined]);
      at++;
    } else {
      pairs.push([undefined, right]);
      to++;
    }
  }
  return pairs;
}

function linesOf(
  at: string,
  plain: readonly { kind: string; text: string }[],
  route: readonly { kind: string; text: string }[],
): readonly Difference[] {
  const text = (lines: readonly { kind: string; text: string }[]): string =>
    lines.map((line) => `${line.kind} ${line.text}`).join('\n');
  return differing(at, text(plain), text(route));
}

function differing(at: string, plain: string, route: string): readonly Difference[] {
  return plain === route ? [] : [{ at, plain, route }];
}
