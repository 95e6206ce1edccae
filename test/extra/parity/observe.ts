import { start, type Running, type Side } from './application.js';
import { Http1Client } from './client.js';
import { Http2Client } from './http2-client.js';
import type { Plan } from './plan.js';
import { Recorder, type Entry, type Line } from './recorder.js';
import type { Outcome, Sent } from './sent.js';
import { show } from './show.js';

/** What happened for a group of requests. */
export interface Step {
  readonly sent: readonly Sent[];
  readonly outcomes: readonly Outcome[];
  readonly entries: readonly Entry[];
  readonly lines: readonly Line[];
  /** Requests and work of parts that have not ended. */
  readonly left: string;
}

/** What happened in one application. */
export interface Observation {
  /** Why it did not start. */
  readonly failure?: string;
  /** Warnings and errors of startup. */
  readonly startup: readonly Line[];
  readonly steps: readonly Step[];
  /** Of its end: connections and resources that are left. */
  readonly end: readonly Line[];
}

/** The longest wait for a response, and for what goes on after it, in milliseconds. */
export const PATIENCE = 2000;

/** Starts an application, sends the requests of its plan, and ends it. */
export async function observe(plan: Plan, side: Side, patience = PATIENCE): Promise<Observation> {
  const recorder = new Recorder();
  const stop = watchProcess(recorder);
  const before = resources();
  try {
    const running = await start(plan, side, recorder);
    const startup = recorder.lines.filter(({ text }) => !text.startsWith('log'));
    const steps = await sendAll(plan, running, recorder, patience);
    const from = recorder.lines.length;
    await end(running, recorder, before, patience);
    return { startup, steps, end: recorder.lines.slice(from) };
  } catch (error) {
    return { failure: show(error), startup: recorder.lines, steps: [], end: [] };
  } finally {
    stop();
  }
}

async function sendAll(
  plan: Plan,
  { server, port }: Running,
  recorder: Recorder,
  patience: number,
): Promise<readonly Step[]> {
  // On a busy machine, requests come late.
  server.keepAliveTimeout = 600_000;
  server.prependListener('request', (request) => recorder.enter(request));
  server.on('request', (request, response) => recorder.watch(request, response));
  const Client = plan.setup.start === 'HTTP/2' ? Http2Client : Http1Client;
  const client = new Client(port, patience, (sent) => begun(sent, recorder, patience));
  const steps: Step[] = [];
  for (const sent of plan.requests) {
    const [entry, line] = [recorder.entries.length, recorder.lines.length];
    recorder.current = sent.length === 1 ? tagOf(sent[0]) : '?';
    const outcomes = await client.send(sent);
    // What waits, and does not know that its client has left, goes on for a while.
    if (sent.some(({ abort }) => abort !== undefined)) await later(40);
    // What comes after a method that has sent its response goes on too.
    else if (sent.some(({ path }) => /\/responses\/(?:own|next)/.test(path))) await later(5);
    const left = await settle(recorder, patience);
    const entries = recorder.entries.slice(entry);
    steps.push({ sent, outcomes, entries, lines: recorder.lines.slice(line), left });
  }
  client.close();
  return steps;
}

const tagOf = (sent: Sent | undefined): string =>
  sent?.headers.find(([name]) => name === 'X-N')?.[1] ?? '?';

/** So many turns of timers are more than parts and handlers wait for, one after the other. */
const IDLE_TURNS = 40;

/** Waits until a handler has the request whose client is to leave; with half of a body, until nothing more happens. */
async function begun(sent: Sent, recorder: Recorder, patience: number): Promise<void> {
  const tag = tagOf(sent);
  const hasBegun = (): boolean => recorder.begun.has(tag);
  await until(() => recorder.received.has(tag) || hasBegun(), patience);
  if (sent.abort === 'sent') await until(hasBegun, patience);
  else for (let turn = 0; turn < IDLE_TURNS && !hasBegun(); turn++) await later(1);
  await turns(2);
}

/** Waits until everything that a request has begun has ended; says what has not. */
async function settle(recorder: Recorder, patience: number): Promise<string> {
  const isQuiet = (): boolean => recorder.underWay === 0 && recorder.pending === 0;
  for (;;) {
    await until(isQuiet, patience);
    const { length } = recorder.entries;
    await turns(8);
    if (!isQuiet()) break;
    if (recorder.entries.length === length) return '';
  }
  const { underWay, pending } = recorder;
  recorder.underWay = 0;
  recorder.pending = 0;
  return `${underWay} requests, ${pending} of parts`;
}

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

const later = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A machine may stop a process for a while: a turn counts as no more than this, in milliseconds. */
const LONGEST_TURN = 20;
/** So many turns need no time at all. */
const SHORT_TURNS = 40;

async function until(isDone: () => boolean, limit: number): Promise<void> {
  let waited = 0;
  for (let turn = 0; !isDone() && waited < limit; turn++) {
    const begun = performance.now();
    await (turn < SHORT_TURNS ? turns(1) : later(1));
    waited += Math.min(performance.now() - begun, LONGEST_TURN);
  }
}

/** Closes an application, and notes what it leaves open. */
async function end(
  running: Running,
  recorder: Recorder,
  before: Readonly<Record<string, number>>,
  patience: number,
): Promise<void> {
  let isClosed = false;
  const closing = running.close().then(
    () => (isClosed = true),
    (error: unknown) => recorder.line('process', `close failed: ${show(error)}`),
  );
  await until(() => isClosed, patience);
  if (!isClosed) {
    recorder.line('process', 'close does not end');
    running.server.closeAllConnections?.();
  }
  await Promise.race([closing, turns(5)]);
  await turns(3);
  for (const [name, count] of Object.entries(resources())) {
    const more = count - (before[name] ?? 0);
    if (more > 0) recorder.line('process', `left open: ${more} ${name}`);
  }
}

/** Timers are Node's too: those of keep-alive and of the date. */
function resources(): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of process.getActiveResourcesInfo())
    if (name !== 'Timeout' && name !== 'Immediate') counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

const EVENTS = ['unhandledRejection', 'uncaughtException', 'warning'] as const;

/** Node and Fastify warn once of these, whichever application comes first. */
function isOncePerProcess(error: unknown): boolean {
  const { name } = error as { readonly name?: string };
  return ['UnsupportedWarning', 'DeprecationWarning', 'FastifyWarning'].includes(name ?? '');
}

function watchProcess(recorder: Recorder): () => void {
  const listeners = EVENTS.map((event) => {
    const listener = (error: unknown): void => {
      if (!isOncePerProcess(error)) recorder.line('process', `${event} ${show(error)}`);
    };
    process.on(event, listener);
    return () => process.off(event, listener);
  });
  return () => listeners.forEach((remove) => remove());
}
