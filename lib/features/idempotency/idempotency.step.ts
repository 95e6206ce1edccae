import { createHash, randomBytes } from 'node:crypto';
import { httpError } from '../../diagnostics/http-error-catalogue.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import type { Endpoint, Outcome, Step } from '../../lifecycle/endpoint.js';
import type { OnMade } from '../../lifecycle/extension.js';
import { replyOf, type Reply } from '../../lifecycle/messages/reply.js';
import { headersOf } from '../../lifecycle/messages/rest-response.js';
import type { RequestContext } from '../../lifecycle/request-context.js';
import type { IdempotencyDescription } from '../../routes/route.js';
import type { HeaderLine } from '../../shared/header-names.js';
import { isSentAlready } from '../../lifecycle/responses/sent-already.js';
import {
  cacheableOf,
  cachePartition,
  canonicalArguments,
  changedHeaderNames,
  makeEntry,
  storedBody,
  type CacheEntry,
  type SharedTexts,
} from '../caching/index.js';
import {
  errorOf,
  recordOf,
  storedErrorOf,
  textOfRecord,
  type IdempotencyRecord,
} from './record.js';

/** The functions that all idempotent routes of an application share. */
export interface IdempotencyContext {
  readonly texts: SharedTexts;
  readonly onMade: OnMade;
  /** That of keys in the store. */
  readonly keyPrefix: string;
  /** That of paths. */
  readonly prefix: string;
  readonly callerId: (context: RequestContext) => unknown;
  /** The headers that identify callers without an id. */
  readonly callerHeaders: readonly string[];
}

const KEY = 'idempotency-key';

const REPLAYED = 'idempotency-replayed';

/**
 * Runs the wrapped step once for each key, caller and arguments. It is after the permission, so that a caller who lost
 * it gets no stored response, and outside of the interceptors, as the cache.
 */
export function idempotencyStep(
  endpoint: Endpoint,
  perform: Step,
  { ttl, required }: IdempotencyDescription,
  context: IdempotencyContext,
): Step {
  const requests = new IdempotentRequests(endpoint, perform, ttl, context);
  return (request) => {
    const { [KEY]: header } = request.headers;
    if (header === undefined) {
      return required ? httpError('rest_idempotency_key_missing') : perform(request);
    }
    const key = keyOf(String(header));
    if (key !== undefined) return requests.respond(request, key);
    const expected = 'it has 1 to 255 visible characters of ASCII, with or without quotes around';
    return httpError('rest_idempotency_key_invalid', expected);
  };
}

/** Enough for each kind of identifier, such as a UUID. */
const LONGEST_KEY = 255;

/** A string of RFC 9651, with its content. */
const QUOTED = /^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;

/** Many clients send a key without quotes. A comma or a space would be of a list, as of two headers. */
const BARE = /^[\x21\x23-\x2b\x2d-\x7e]+$/;

/**
 * The key of a header `Idempotency-Key`: a string with quotes, or the same text without them. `undefined` if it is
 * empty, too long or not a key.
 *
 * @example
 * keyOf('"8e03978e"'); // '8e03978e'
 * keyOf('8e03978e'); // '8e03978e'
 * @see draft-ietf-httpapi-idempotency-key-header, 2.1; RFC 9651, 3.3.3
 */
function keyOf(header: string): string | undefined {
  // Before the expressions look at it: escapes double the length at most.
  if (header.length > 2 * LONGEST_KEY + 2) return undefined;
  const quoted = QUOTED.exec(header)?.[1];
  const key = quoted?.replaceAll(/\\(.)/g, '$1') ?? (BARE.test(header) ? header : '');
  return key === '' || key.length > LONGEST_KEY ? undefined : key;
}

/**
 * How long a request owns its key without a sign of life: if its process is aborted, the key is free after this time. A
 * request that runs longer renews it.
 */
const OWNED_MS = 30_000;

const MOST_ABANDONED = 1000;

/** The requests of one route. */
class IdempotentRequests {
  /** By address, what the store says of the first request, for requests of this process that come while it runs. */
  readonly #running = new Map<string, Promise<string | undefined>>();
  /** The first claim of each address that the store did not confirm: it may have it later. */
  readonly #abandoned = new Map<string, string>();
  readonly #readsMore: boolean;

  constructor(
    private readonly endpoint: Endpoint,
    private readonly perform: Step,
    private readonly ttlMs: number,
    private readonly context: IdempotencyContext,
  ) {
    const { parameters } = endpoint.definition;
    this.#readsMore = parameters.some(({ kind }) => kind === 'request' || kind === 'nest');
  }

  async respond(request: RequestContext, key: string): Promise<Outcome> {
    const caller = await this.#callerOf(request);
    const address = this.#addressOf(request, caller, key);
    const fingerprint = this.#fingerprintOf(request);
    const others = this.#running.get(address);
    if (others !== undefined) return replay(address, await others, fingerprint, request);
    const token = randomBytes(12).toString('base64url');
    const claim = textOfRecord(address, { state: 'running', fingerprint }, token);
    const claiming = this.#claim({ address, fingerprint, claim });
    this.#running.set(address, claiming);
    try {
      const found = await claiming;
      if (found === claim) return await this.#run(request, { address, fingerprint, claim });
      return replay(address, found, fingerprint, request);
    } finally {
      this.#running.delete(address);
    }
  }

  /** The text that the store has for the address then. */
  async #claim({ address, fingerprint, claim }: Claim): Promise<string | undefined> {
    const { texts } = this.context;
    const found = await texts.add(address, claim, OWNED_MS);
    if (found === undefined) this.#abandon(address, claim);
    const abandoned = this.#abandoned.get(address);
    if (found === undefined || found !== abandoned) return found;
    // Its request was rejected, and no other request can own it.
    if (recordOf(address, found)?.fingerprint !== fingerprint) return found;
    return (await texts.set(address, claim, OWNED_MS)) ? claim : undefined;
  }

  /** A client that is not connected keeps its commands, and sends them when the store is back. */
  #abandon(address: string, claim: string): void {
    if (this.#abandoned.has(address)) return;
    const [oldest] = this.#abandoned.keys();
    if (oldest !== undefined && this.#abandoned.size >= MOST_ABANDONED) {
      this.#abandoned.delete(oldest);
    }
    this.#abandoned.set(address, claim);
  }

  async #run(request: RequestContext, own: Claim): Promise<Outcome> {
    const before = request.exchange.appliedHeaders();
    const running = new RunningClaim(this.context.texts, own);
    let record: IdempotencyRecord | undefined;
    try {
      const outcome = await this.perform(request);
      record =
        outcome === undefined
          ? this.#recordOfResult(request, own, before)
          : recordOfError(outcome, own, request, before);
      return outcome;
    } catch (error) {
      record = recordOfError(error, own, request, before);
      throw error;
    } finally {
      await running.end(record, this.ttlMs);
    }
  }

  /** Makes the reply of the method, which is sent and stored; `undefined` if the key is free again. */
  #recordOfResult(
    request: RequestContext,
    { fingerprint }: Claim,
    before: AppliedHeaders,
  ): IdempotencyRecord | undefined {
    request.hideHeaders();
    const made = replyOf(request, request.defaults, isSent(request) ? undefined : request);
    if (made.status >= 500) return undefined;
    const lost = { state: 'lost', fingerprint } as const;
    if (made.body.stream !== undefined) return lost;
    const reply = this.context.onMade(made, undefined);
    const response = cacheableOf(reply, true);
    const headers = [...response.headers, ...outsideHeaders(request, before)];
    const times = { ttl: this.ttlMs, staleWhileRevalidate: 0 };
    const entry = makeEntry({ ...response, headers }, times, {
      tokens: [],
      now: Date.now(),
      random: 0,
    });
    request.response = reply;
    return setsCookie(headers) ? lost : { state: 'responded', fingerprint, entry };
  }

  /**
   * The caller of a request. One without an id is known by its headers, so that no caller gets the response of another
   * one; anonymous callers without them are known by the key alone.
   */
  async #callerOf(request: RequestContext): Promise<string> {
    const { callerId, callerHeaders } = this.context;
    const id = await callerId(request);
    const partition = await cachePartition(BY_CALLER, () => id, undefined);
    if (partition !== undefined) return partition;
    const sent = callerHeaders.map((name) => request.headers[name.toLowerCase()] ?? null);
    const isKnown = sent.some((value) => value !== null);
    if (isKnown) return `headers:${JSON.stringify(sent)}`;
    const { user } = request;
    if (user === undefined || user === null || user === false) return 'anonymous';
    throw new Error(
      'The caller of a request with Idempotency-Key has neither an id nor a header that identifies it: state forRoot({ cache: { caller } }).',
    );
  }

  #addressOf({ method }: RequestContext, caller: string, key: string): string {
    const { keyPrefix, prefix } = this.context;
    const route = `${prefix}${this.endpoint.pattern.template}`;
    return `${keyPrefix}${hashOf(JSON.stringify([method, route, caller, key]))}`;
  }

  /** The arguments; of a method that may read more of the request, also its body and its query. */
  #fingerprintOf(request: RequestContext): string {
    const args = canonicalArguments(request.arguments);
    if (args !== undefined && !this.#readsMore) return hashOf(args);
    const { query, body, params } = request;
    return hashOf(JSON.stringify([args ?? null, params, query, body.whole]));
  }
}

const BY_CALLER = {
  ttl: 0,
  staleWhileRevalidate: 0,
  sharing: 'caller',
  varyOf: undefined,
  headers: [],
  tags: () => [],
  isPublic: false,
} as const;

interface Claim {
  readonly address: string;
  readonly fingerprint: string;
  /** Its text in the store. */
  readonly claim: string;
}

/** The claim of a running request, which is renewed until its end. */
class RunningClaim {
  #renewal: Promise<unknown> = Promise.resolve();
  readonly #timer: NodeJS.Timeout;

  constructor(
    private readonly texts: SharedTexts,
    private readonly own: Claim,
  ) {
    const { address, claim } = own;
    this.#timer = setInterval(() => {
      this.#renewal = texts.set(address, claim, OWNED_MS);
    }, OWNED_MS / 3).unref();
  }

  /** @param record `undefined` if the key is free again. */
  async end(record: IdempotencyRecord | undefined, ttlMs: number): Promise<void> {
    const { address, claim, fingerprint } = this.own;
    clearInterval(this.#timer);
    // A late renewal must not replace the record.
    await this.#renewal;
    if (record === undefined) return this.texts.delete(address, claim);
    if (await this.texts.set(address, textOfRecord(address, record), ttlMs)) return;
    // It may be too large.
    const lost = textOfRecord(address, { state: 'lost', fingerprint });
    await this.texts.set(address, lost, ttlMs);
  }
}

function recordOfError(
  error: unknown,
  { fingerprint }: Claim,
  request: RequestContext,
  before: AppliedHeaders,
): IdempotencyRecord | undefined {
  // The method was executed, after its deadline, and its key must not become free.
  if (isSent(request) && isSentAlready(error)) return { state: 'lost', fingerprint };
  const stored = storedErrorOf(error);
  if (stored === undefined) return undefined;
  // Those of a result that an interceptor has rejected are not those of its error.
  request.withdrawResult();
  const headers = outsideHeaders(request, before);
  if (setsCookie(headers)) return { state: 'lost', fingerprint };
  return { state: 'failed', fingerprint, error: stored, headers };
}

function setsCookie(headers: readonly HeaderLine[]): boolean {
  return headers.some(([name]) => name === 'set-cookie');
}

/** After a deadline, the status and the headers on the adapter's response are those of its error. */
function isSent({ failure }: RequestContext): boolean {
  return failure !== undefined;
}

type AppliedHeaders = Readonly<Record<string, unknown>>;

/** The headers that the method and interceptors have set on the adapter's response itself. */
function outsideHeaders(request: RequestContext, before: AppliedHeaders): readonly HeaderLine[] {
  if (isSent(request)) return [];
  const after = request.exchange.appliedHeaders();
  return changedHeaderNames(before, after).flatMap((name) => {
    const value = after[name];
    if (value === undefined) return [];
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.map((one): HeaderLine => [name.toLowerCase(), String(one)]);
  });
}

/**
 * The response of a repetition.
 *
 * @param text What the store says of the first request; `undefined` if the store is unavailable.
 */
function replay(
  address: string,
  text: string | undefined,
  fingerprint: string,
  request: RequestContext,
): Outcome {
  const record = text === undefined ? undefined : recordOf(address, text);
  if (record === undefined) return later('rest_idempotency_unavailable', request);
  if (record.fingerprint !== fingerprint) return httpError('rest_idempotency_key_reused');
  switch (record.state) {
    case 'running':
      return later('rest_idempotency_key_in_use', request);
    case 'lost':
      return httpError('rest_idempotency_response_lost');
    case 'failed':
      request.exchange.show({ ...headersOf(record.headers), [REPLAYED]: 'true' });
      throw errorOf(record.error);
    case 'responded':
      request.response = replyOfEntry(record.entry);
      return undefined;
  }
}

function later(
  code: 'rest_idempotency_unavailable' | 'rest_idempotency_key_in_use',
  { exchange }: RequestContext,
): RestException {
  exchange.applyDefault('retry-after', '1');
  return httpError(code);
}

function replyOfEntry({ status, headers: lines, body, ...entry }: CacheEntry): Reply {
  const { hasRelativeLinks, hasBigInts = false, page, location } = entry;
  const headers = headersOf(lines);
  const links =
    hasRelativeLinks === true
      ? { areRelative: true, hasOwnTag: headers['etag'] !== undefined }
      : undefined;
  const content = storedBody(headers, body, hasBigInts);
  headers[REPLAYED] = 'true';
  return { status, headers, body: content, links, page, location };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
