import { channel, type Channel } from 'node:diagnostics_channel';
import { HttpException, IntrinsicException, Logger } from '@nestjs/common';
import { describeDiagnostic, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { httpError } from '../../diagnostics/http-error-catalogue.js';
import type { ErrorData } from '../../diagnostics/rest.exception.js';
import type { DispatcherOptions } from '../../lifecycle/dispatcher.js';
import type { Permissions, VerdictOf } from '../../lifecycle/permissions/permission-checks.js';
import type { RequestContext } from '../../lifecycle/request-context.js';
import type { Endpoint } from '../../lifecycle/endpoint.js';
import type { ObservedEvent, Observer } from '../../lifecycle/responses/events.js';
import type { Recorder } from '../../routes/recorder.js';
import { logError } from '../../shared/log-text.js';
import { because, reportError } from '../../shared/report-error.js';
import { isThenable, whenReady } from '../../shared/promises.js';
import type { RestHooks } from '../options/option-groups.js';

export function internalErrorReporter(isDebug: boolean): DispatcherOptions['internalError'] {
  return (error, context) => {
    if (!isIntrinsic(error)) {
      // Loggers get the error as Nest's own, so that the place is the context.
      reportError(new Logger(context === undefined ? 'RestModule' : placeOf(context)), error);
    }
    return httpError('framework_internal_error', '', isDebug ? debugData(error) : {});
  };
}

/** Nest does not log these exceptions. An `HttpException` with a status below 400 is a mistake of the program. */
function isIntrinsic(error: unknown): boolean {
  return error instanceof IntrinsicException && !(error instanceof HttpException);
}

/** The pattern, not the path: a path may contain personal data. */
function placeOf({ endpoint: { definition }, method }: RequestContext): string {
  return `${definition.handler} (${method} ${definition.pattern.template})`;
}

/** Warns once about errors in a part of the application, which still starts with it. */
export function warnOf(title: string, diagnostics: readonly Diagnostic[]): void {
  const text = warningOf(title, diagnostics);
  if (text !== undefined) new Logger('RestModule').warn(text);
}

export function warningOf(title: string, diagnostics: readonly Diagnostic[]): string | undefined {
  if (diagnostics.length === 0) return undefined;
  return [title, ...diagnostics.map(describeDiagnostic)].join('\n');
}

const FRAME = /^([^()]+):(\d+):\d+\)?$/;

/**
 * The text after the last blank or opening bracket of a line. If the message has several lines, the line is a part of
 * it, and a message may quote a request: a search without an anchor would be quadratic.
 */
function lastPart(line: string): string {
  return line.slice(1 + Math.max(line.lastIndexOf(' '), line.lastIndexOf('(')));
}

/** The source of an error, for the developer only. */
function debugData(error: unknown): ErrorData {
  if (!(error instanceof Error)) return { class: typeof error, message: logError(error) };
  const trace = (error.stack ?? '')
    .split('\n')
    .slice(1)
    .map((line) => line.trim());
  const [, file = null, line = null] = FRAME.exec(lastPart(trace[0] ?? '')) ?? [];
  return {
    class: error.constructor.name,
    message: error.message,
    file,
    line: line === null ? null : Number(line),
    trace,
  };
}

/** The hook of each event. */
const HOOKS = {
  matched: 'onMatched',
  denied: 'onDenied',
  invalid: 'onInvalid',
  cached: 'onCached',
  failed: 'onFailed',
  responded: 'onResponse',
} as const satisfies Readonly<Record<ObservedEvent, keyof RestHooks>>;

const EVENTS = Object.keys(HOOKS) as ObservedEvent[];

/** Publishes events to hooks and to the channels `nestjs-rest-routes:matched` and so on. */
export function createObserver(hooks: RestHooks, logger: Logger): Observer {
  const channels = new Map<ObservedEvent, Channel>(
    EVENTS.map((name) => [name, channel(`nestjs-rest-routes:${name}`)]),
  );
  const all = [...channels.values()];
  const hasHooks = Object.values(HOOKS).some((name) => hooks[name] !== undefined);
  const fail = createFailureLog(logger);
  return {
    isListening: () => {
      for (const one of all) if (one.hasSubscribers) return true;
      return hasHooks;
    },
    publish(name, event) {
      const frozen = Object.freeze(event);
      try {
        const returned: unknown = hooks[HOOKS[name]]?.(frozen as never);
        // An unhandled rejection would end the process.
        if (isThenable(returned)) {
          Promise.resolve(returned).catch((error: unknown) => fail(name, error));
        }
      } catch (error) {
        fail(name, error);
      }
      channels.get(name)?.publish(frozen);
    },
  };
}

/** Logs one failure of each hook: a hook that always throws would write a line for every request. */
function createFailureLog(logger: Logger): (name: ObservedEvent, error: unknown) => void {
  const logged = new Set<ObservedEvent>();
  return (name, error) => {
    if (!logged.has(name)) reportError(logger, because(`The hook of "${name}" threw.`, error));
    logged.add(name);
  };
}

export function recordFailures(
  report: DispatcherOptions['internalError'],
  recorder: Recorder,
): DispatcherOptions['internalError'] {
  return (error, context) => {
    recorder.failed(error, context?.headers);
    return report(error, context);
  };
}

/** Notes every verdict; a check that throws has none. */
export function recordPermissions(permissions: Permissions, recorder: Recorder): Permissions {
  return {
    isPublic: (endpoint) => permissions.isPublic(endpoint),
    // A check before the body has a verdict only if it denies; otherwise `verdict` has it later.
    beforeBody: (endpoint) => recordDenials(permissions.beforeBody(endpoint), endpoint, recorder),
    verdict: (endpoint, context) =>
      whenReady(permissions.verdict(endpoint, context), (isAllowed) => {
        recorder.permissionAsked(endpoint.definition, isAllowed);
        return isAllowed;
      }),
  };
}

function recordDenials(
  verdictOf: VerdictOf | undefined,
  endpoint: Endpoint,
  recorder: Recorder,
): VerdictOf | undefined {
  return (
    verdictOf &&
    ((context) =>
      whenReady(verdictOf(context), (isAllowed) => {
        if (!isAllowed) recorder.permissionAsked(endpoint.definition, false);
        return isAllowed;
      }))
  );
}
