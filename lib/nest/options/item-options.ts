import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import { DEFAULT_MAX_WAIT, LONGEST_WAIT } from '../../lifecycle/batch/sub-requests.js';
import { channel, type Channel } from 'node:diagnostics_channel';
import type { Logger } from '@nestjs/common';
import { logError } from '../../shared/log-text.js';
import { isThenable } from '../../shared/promises.js';
import type {
  ResponseEvent,
  ObservedEvent,
  Observer,
  RouteEvent,
} from '../../lifecycle/responses/events.js';
import type { ByteSize } from '../../types/files.js';

/** How forms with files are read: `RestModule.forRoot({ uploads })`. Sizes are bytes or `'10 MiB'`. */
export interface RestUploadsOptions {
  /** The most bytes of one file; `'10 MiB'` by default. `@Param({ maxSize })` may state less. */
  readonly maxFileSize?: ByteSize;
  /** The most files of one request, also those that no parameter expects; 20 by default, as in PHP. */
  readonly maxFiles?: number;
  /** The most fields of one request; 1,000 by default, as in PHP. */
  readonly maxFields?: number;
  /**
   * The most memory that the small files of one request take; `'1 MiB'` by default. The next file, or what
   * comes of this one, goes to a temporary file. All requests together take at most 64 times as much.
   */
  readonly memoryLimit?: ByteSize;
  /** Where temporary files are created; `os.tmpdir()` by default. It must exist. */
  readonly folder?: string;
}

/** How `_embed` works. */
export interface EmbedOptions {
  /**
   * The number of requests that `_embed` makes for one response, each URL once; 100 by default. Further links
   * stay links. 0 switches `_embed` off.
   *
   * @throws InvalidArgumentException at startup, where it is no whole number from 0.
   */
  readonly maxRequests?: number;
  /**
   * The bytes that what `_embed` fetches for one response may have together; 8,388,608 (8 MiB) by default. In place
   * of a response beyond it, its error is embedded.
   *
   * @throws InvalidArgumentException at startup, where it is no whole number above zero.
   */
  readonly maxBytes?: number;
  /**
   * The milliseconds until a request of `_embed` must have a response or have passed middleware, hooks and guards;
   * 10,000 by default. After it, the error `rest_request_blocked` is embedded for it and those after it.
   *
   * @throws InvalidArgumentException at startup, where it is no whole number above zero.
   */
  readonly maxWait?: number;
}

const DEFAULT_REQUESTS = 100;
const DEFAULT_BYTES = 8 * 1024 * 1024;

/** The limits of what is embedded into one response. */
interface EmbedLimits {
  readonly maxRequests: number;
  readonly maxBytes: number;
  /** In milliseconds. */
  readonly maxWait: number;
}

export function embedLimitsOf({ embed = {} }: { readonly embed?: EmbedOptions }): EmbedLimits {
  const {
    maxRequests = DEFAULT_REQUESTS,
    maxBytes = DEFAULT_BYTES,
    maxWait = DEFAULT_MAX_WAIT,
  } = embed;
  if (!Number.isSafeInteger(maxRequests) || maxRequests < 0) {
    throw new InvalidArgumentException(
      `RestModule: embed.maxRequests is a whole number from 0, not ${JSON.stringify(maxRequests)}.`,
    );
  }
  if (!Number.isSafeInteger(maxBytes) || maxBytes < 1) {
    throw new InvalidArgumentException(
      `RestModule: embed.maxBytes is a whole number above zero, not ${JSON.stringify(maxBytes)}.`,
    );
  }
  if (!Number.isSafeInteger(maxWait) || maxWait < 1 || maxWait > LONGEST_WAIT) {
    throw new InvalidArgumentException(
      `RestModule: embed.maxWait is a whole number of milliseconds from 1 to ${LONGEST_WAIT}, not ${JSON.stringify(maxWait)}.`,
    );
  }
  return { maxRequests, maxBytes, maxWait };
}

/**
 * What `forRoot({ hooks })` takes. Hooks are called synchronously, in the asynchronous context of the
 * request, so that its span or store is available. A hook that throws is logged once and changes no
 * response.
 */
export interface RestHooks {
  /** A request has found its route. */
  onMatched?(event: RouteEvent): void;
  /** 401 or 403. */
  onDenied?(event: ResponseEvent): void;
  /** 400. */
  onInvalid?(event: ResponseEvent): void;
  /** The response came from the cache. */
  onCached?(event: ResponseEvent): void;
  /** 500 and above. */
  onFailed?(event: ResponseEvent): void;
  /** The request has its response, of any status. */
  onAnswered?(event: ResponseEvent): void;
}

const EVENTS: readonly ObservedEvent[] = [
  'matched',
  'denied',
  'invalid',
  'cached',
  'failed',
  'answered',
];

/** Publishes events to hooks and to the channels `nestjs-rest-routes:matched` and so on. */
export function createObserver(hooks: RestHooks, logger: Logger): Observer {
  const channels = new Map<ObservedEvent, Channel>(
    EVENTS.map((name) => [name, channel(`nestjs-rest-routes:${name}`)]),
  );
  const all = [...channels.values()];
  const byName = hooksByEvent(hooks);
  const hasHooks = Object.values(byName).some((hook) => hook !== undefined);
  const fail = createFailureLog(logger);
  return {
    isListening: () => {
      for (const one of all) if (one.hasSubscribers) return true;
      return hasHooks;
    },
    publish(name, event) {
      const frozen = Object.freeze(event);
      callHook(byName[name], frozen, (error) => fail(name, error));
      channels.get(name)?.publish(frozen);
    },
  };
}

type Hook = ((event: never) => unknown) | undefined;

function hooksByEvent(hooks: RestHooks): Readonly<Record<ObservedEvent, Hook>> {
  return {
    matched: hooks.onMatched?.bind(hooks),
    denied: hooks.onDenied?.bind(hooks),
    invalid: hooks.onInvalid?.bind(hooks),
    cached: hooks.onCached?.bind(hooks),
    failed: hooks.onFailed?.bind(hooks),
    answered: hooks.onAnswered?.bind(hooks),
  };
}

/** Logs one failure of each hook: a hook that always throws would write a line for every request. */
function createFailureLog(logger: Logger): (name: ObservedEvent, error: unknown) => void {
  const logged = new Set<ObservedEvent>();
  return (name, error) => {
    if (!logged.has(name)) logger.error(`The hook of "${name}" threw: ${logError(error)}`);
    logged.add(name);
  };
}

function callHook(hook: Hook, event: object, fail: (error: unknown) => void): void {
  try {
    const returned = hook?.(event as never);
    // An unhandled rejection would end the process.
    if (isThenable(returned)) Promise.resolve(returned).catch(fail);
  } catch (error) {
    fail(error);
  }
}
