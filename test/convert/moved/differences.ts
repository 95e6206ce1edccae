import type { recordExchanges } from '../../support/scratch/recorded-application.js';

type Exchange = Awaited<ReturnType<typeof recordExchanges>>[number];

/** What a client gets in another way than before. */
export interface Difference {
  readonly request: string;
  /** `status 400 → 404`, or `header allow: (none) → GET`. */
  readonly text: string;
}

/** What no client relies on, and what follows from the body. */
const UNSTABLE: ReadonlySet<string> = new Set(['date', 'connection', 'keep-alive']);
const OF_BODY: ReadonlySet<string> = new Set(['content-length', 'etag']);

/** The differences between the responses to the same requests. */
export function findDifferences(
  before: readonly Exchange[],
  after: readonly Exchange[],
): readonly Difference[] {
  return before.flatMap((old, at) => {
    const now = after[at];
    if (now === undefined) return [{ request: old.request, text: 'no response' }];
    const texts = [
      ...changeOf('status', old.status, now.status),
      ...changeOf('body', textOf(old.body), textOf(now.body)),
    ];
    const isSameBody = texts.length === 0;
    const names = new Set([...Object.keys(old.headers), ...Object.keys(now.headers)]);
    for (const name of [...names].toSorted()) {
      if (UNSTABLE.has(name) || (!isSameBody && OF_BODY.has(name))) continue;
      texts.push(...changeOf(`header ${name}`, shown(old.headers[name]), shown(now.headers[name])));
    }
    return texts.map((text) => ({ request: old.request, text }));
  });
}

function shown(value: string | readonly string[] | undefined): string | undefined {
  // A tag depends on the body, and is compared with it.
  return value === undefined ? undefined : String(value).replace(/^(?:W\/)?".*"$/, '"…"');
}

/** Without the port, which is another one each time, and the place that newer versions of Node name. */
function textOf(body: unknown): string | undefined {
  return body === undefined
    ? undefined
    : JSON.stringify(body).replaceAll(/(?<=127\.0\.0\.1):\d+| \(line \d+ column \d+\)/g, '');
}

function changeOf(what: string, old: unknown, now: unknown): readonly string[] {
  return old === now ? [] : [`${what}: ${String(old ?? '(none)')} → ${String(now ?? '(none)')}`];
}

const LONGEST = 300;

/** Each difference once, with the requests that have it. */
export function listDifferences(differences: readonly Difference[]): string {
  const requests = new Map<string, string[]>();
  for (const { request, text } of differences) {
    requests.set(text, [...(requests.get(text) ?? []), request]);
  }
  const blocks = [...requests].map(([text, of]) => {
    if (text.startsWith('header') && of.length > 5) return `${text}\n  ${of.length} responses`;
    const short = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
    return [short, ...of.map((one) => `  ${one}`)].join('\n');
  });
  return `${blocks.join('\n')}\n`;
}
