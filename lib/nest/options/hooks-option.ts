import { channel, type Channel } from 'node:diagnostics_channel';
import type { Logger } from '@nestjs/common';
import { logError } from '../../shared/log-text.js';
import { isThenable } from '../../shared/thenable.js';
import type {
  ResponseEvent,
  ObservedEvent,
  Observer,
  RouteEvent,
} from '../../pipeline/observation/events.js';

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
