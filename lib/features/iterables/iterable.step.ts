import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import type { Endpoint, Outcome, Step } from '../../lifecycle/endpoint.js';
import { hasJson, JSON_TYPE, textOfData } from '../../lifecycle/messages/reply.js';
import type { RequestContext } from '../../lifecycle/request-context.js';
import type { DeclaredType } from '../../types/type.js';
import { isAsyncIterable } from '../../lifecycle/messages/async-iterables.js';
import { isThenable, whenReady, type Awaitable } from '../../shared/promises.js';
import { itemsOf, type ItemSource } from './item-source.js';

/** Whether the result of a route may be an asynchronous iterable, as far as its type states it. */
export function mayIterate({ definition: { documentation }, respondsItself }: Endpoint): boolean {
  return !respondsItself && mayBeIterated(documentation?.returns);
}

function mayBeIterated(type: DeclaredType | undefined): boolean {
  switch (type?.kind) {
    case undefined:
    case 'any':
      return true;
    case 'array':
      return type.iterated === true;
    case 'union':
      return type.options.some(mayBeIterated);
    case 'opaque':
      return !NEVER_ITERATED.has(type.text);
    default:
      return false;
  }
}

const NEVER_ITERATED: ReadonlySet<string> = new Set([
  'void',
  'undefined',
  'never',
  'null',
  'EventStream',
  'StreamableFile',
]);

/**
 * The same step, which makes a stream of the asynchronous iterable that is its result. It is around declared responses,
 * which keep the declared properties of each item.
 */
export function iterableStep(perform: Step): Step {
  return (context) =>
    whenReady(performed(perform, context), (outcome): Awaitable<Outcome> => {
      const { data, shownData } = context;
      if (!isAsyncIterable(data)) {
        // An interceptor has replaced it.
        if (shownData !== data) release(context);
        return outcome;
      }
      const items = outcome === undefined ? itemsOf(data) : undefined;
      return items === undefined ? outcome : sendItems(items, context);
    });
}

function performed(perform: Step, context: RequestContext): Awaitable<Outcome> {
  try {
    const outcome = perform(context);
    if (!isThenable(outcome)) return outcome;
    return outcome.catch((error: unknown) => {
      release(context);
      throw error;
    });
  } catch (error) {
    release(context);
    throw error;
  }
}

/** Ends what the method has returned, if an interceptor has replaced it or has failed. */
function release({ shownData }: RequestContext): void {
  const items = itemsOf(shownData);
  if (items !== undefined) void endQuietly(items);
}

/**
 * Waits for the first item, so that an error before it is an error of the route, and the kind of the items is known.
 * Of a HEAD, as in Nest, the iterable is not started.
 */
async function sendItems(items: ItemSource, context: RequestContext): Promise<void> {
  const { exchange } = context;
  const closed = new Promise<undefined>((resolve) => {
    exchange.whenClosed(() => {
      void endQuietly(items);
      resolve(undefined);
    });
  });
  const isHead = context.method === 'HEAD';
  const first =
    isHead || exchange.isClosed ? undefined : await Promise.race([items.next(), closed]);
  const format = formatOf(first?.item, context);
  const stream = isHead ? Readable.from([]) : streamOf(items, first, format);
  const { type } = format;
  const file = new StreamableFile(stream, type === undefined ? {} : { type });
  const response = context.responseWith(file);
  if (format.isNegotiated) response.header('Vary', varyOf(response.headers['vary']));
  context.keepResult(response);
  exchange.whenClosed(() => stream.destroy());
}

/** The error of an end has no receiver. */
async function endQuietly(items: ItemSource): Promise<void> {
  try {
    await items.end();
  } catch {
    // The response has ended already.
  }
}

interface Format {
  /** Texts and bytes as they are, lines of JSON, or a list of JSON. */
  readonly kind: 'chunks' | 'lines' | 'list';
  /** Absent if the method or the application has stated the media type. */
  readonly type?: string;
  readonly isNegotiated?: true;
}

function formatOf(first: unknown, context: RequestContext): Format {
  const { stated, defaults, exchange } = context;
  const type =
    stated?.headers['content-type'] ??
    defaults.headers['content-type'] ??
    exchange.appliedHeader('content-type');
  if (isChunk(first)) {
    const own =
      typeof first === 'string' ? 'text/plain; charset=utf-8' : 'application/octet-stream';
    return { kind: 'chunks', ...(type === undefined ? { type: own } : {}) };
  }
  if (type !== undefined) return { kind: hasJson({ 'content-type': type }) ? 'list' : 'lines' };
  const accepted = acceptedType(context.headers.accept);
  return accepted === 'application/json'
    ? { kind: 'list', type: JSON_TYPE, isNegotiated: true }
    : { kind: 'lines', type: accepted, isNegotiated: true };
}

function isChunk(item: unknown): item is string | Uint8Array {
  return typeof item === 'string' || item instanceof Uint8Array;
}

function varyOf(stated: string | string[] | undefined): string {
  return stated === undefined ? 'Accept' : `${[stated].flat().join(', ')}, Accept`;
}

/** Reads an item when the response can take one. When it is destroyed, the iterable ends. */
function streamOf(
  items: ItemSource,
  first: { readonly item: unknown } | undefined,
  { kind }: Format,
): Readable {
  let at = 0;
  let next: Promise<typeof first> | undefined = Promise.resolve(first);
  const texts: AsyncIterator<string | Uint8Array, undefined> = {
    async next() {
      const read = await (next ?? items.next());
      next = undefined;
      if (read !== undefined) return { done: false, value: chunkOf(read.item, at++, kind) };
      if (kind !== 'list' || at < 0) return { done: true, value: undefined };
      const end = at === 0 ? '[]' : ']';
      at = -1;
      return { done: false, value: end };
    },
    async return() {
      await items.end();
      return { done: true, value: undefined };
    },
  };
  return Readable.from({ [Symbol.asyncIterator]: () => texts }, { objectMode: false });
}

function chunkOf(item: unknown, at: number, kind: Format['kind']): string | Uint8Array {
  // As Nest does, also between other items.
  if (kind !== 'list' && isChunk(item)) return item;
  if (isThenable(item)) throw new TypeError('An item of an asynchronous iterable is a promise.');
  const text = textOfData(item);
  if (kind !== 'list') return `${text}\n`;
  return at === 0 ? `[${text}` : `,${text}`;
}

/** The media types of lines of JSON, and of a list. Of several that a client accepts alike, the first one is sent. */
const TYPES = ['application/x-ndjson', 'application/jsonl', 'application/json'] as const;

/** The media type of a list whose items are sent one by one. */
type ItemsType = (typeof TYPES)[number];

/**
 * The media type that a client prefers: lines, as Nest sends them, unless `Accept` names JSON, and no lines before it.
 *
 * @example
 * acceptedType('*\/*'); // 'application/x-ndjson'
 * acceptedType('application/json, text/plain, *\/*'); // 'application/json'
 * @see RFC 9110, 12.5.1
 */
function acceptedType(accept: string | undefined): ItemsType {
  const [first] = TYPES;
  if (accept === undefined) return first;
  const ranges = accept.split(',').map(rangeOf);
  const weighed = TYPES.map((type) => ({ type, weight: weightOf(type, ranges) }));
  return weighed.reduce((best, one) => (one.weight > best.weight ? one : best)).type;
}

interface MediaRange {
  readonly type: string;
  readonly quality: number;
}

function rangeOf(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const stated = parameters.find((one) => one.startsWith('q='))?.slice(2);
  const quality = stated === undefined ? 1 : Number(stated);
  return { type, quality: quality >= 0 && quality <= 1 ? quality : 0 };
}

/** Of two with the same quality, the client prefers what it names. */
function weightOf(type: ItemsType, ranges: readonly MediaRange[]): number {
  const names = [type, 'application/*', '*/*'];
  const at = names.findIndex((name) => ranges.some((range) => range.type === name));
  const range = ranges.find((one) => one.type === names[at]);
  return range === undefined || range.quality === 0 ? 0 : range.quality * names.length - at / 1000;
}
