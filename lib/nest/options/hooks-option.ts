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
 * What `forRoot({ hooks })` takes. Hooks are called at once, in the request's own asynchronous context,
 * so that a span or a store of it is at hand; one that throws is logged once and changes no response.
 */
export interface RestHooks {
  /** A request has found its route. */
  onMatched?(event: RouteEvent): void;
  /** 401 or 403. */
  onDenied?(event: ResponseEvent): void;
  /** 400. */
  onInvalid?(event: ResponseEvent): void;
  /** Answered by what the cache had. */
  onCached?(event: ResponseEvent): void;
  /** 500 and above. */
  onFailed?(event: ResponseEvent): void;
  /** Answered, however it ended. */
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

/** Tells hooks and the channels `nestjs-rest-routes:matched` and so on. */
export function createObserver(hooks: RestHooks, logger: Logger): Observer {
  const channels = new Map<ObservedEvent, Channel>(
    EVENTS.map((name) => [name, channel(`nestjs-rest-routes:${name}`)]),
  );
  const all = [...channels.values()];
  const byName: Readonly<Record<ObservedEvent, ((event: never) => unknown) | undefined>> = {
    matched: hooks.onMatched?.bind(hooks),
    denied: hooks.onDenied?.bind(hooks),
    invalid: hooks.onInvalid?.bind(hooks),
    cached: hooks.onCached?.bind(hooks),
    failed: hooks.onFailed?.bind(hooks),
    answered: hooks.onAnswered?.bind(hooks),
  };
  const hasHooks = Object.values(byName).some((hook) => hook !== undefined);
  const logged = new Set<ObservedEvent>();
  return {
    isListening: () => {
      for (const one of all) if (one.hasSubscribers) return true;
      return hasHooks;
    },
    publish(name, event) {
      const frozen = Object.freeze(event);
      const fail = (error: unknown): void => {
        // Once: a hook that always throws would write a line for every request.
        if (!logged.has(name)) logger.error(`The hook of "${name}" threw: ${logError(error)}`);
        logged.add(name);
      };
      try {
        const returned = byName[name]?.(frozen as never);
        // An unhandled rejection would end the process.
        if (isThenable(returned)) Promise.resolve(returned).catch(fail);
      } catch (error) {
        fail(error);
      }
      channels.get(name)?.publish(frozen);
    },
  };
}
