import { whenReady } from '../../shared/promises.js';
import type { RequestContext, Endpoint } from '../../lifecycle/request-context.js';
import type { DispatcherParts } from '../../lifecycle/dispatcher.js';
import type { Permissions, VerdictOf } from '../../lifecycle/permissions/permission-checks.js';

type ReportError = DispatcherParts['internalError'];

/** The token of a recorder; an application has none, a test may. */
export const REST_RECORDER = Symbol.for('nestjs-rest-routes.recorder');

/** Notes what a test wants to know of the inside. */
export interface Recorder {
  permissionAsked(endpoint: Endpoint, isAllowed: boolean): void;
  /** A controller, or a service that is created late. */
  created(name: string): void;
  /** An error that was not meant for the client, which gets a 500. */
  failed(error: unknown, context: RequestContext | undefined): void;
}

/** Notes every error that is logged. */
export function recordFailures(report: ReportError, recorder: Recorder): ReportError {
  return (error, context) => {
    recorder.failed(error, context);
    return report(error, context);
  };
}

/** Notes every verdict; one that throws is none. */
export function recordPermissions(permissions: Permissions, recorder: Recorder): Permissions {
  return {
    isPublic: (endpoint) => permissions.isPublic(endpoint),
    // A check before the body has a verdict where it denies; else `verdict` has it later.
    beforeBody: (endpoint) => recordDenials(permissions.beforeBody(endpoint), endpoint, recorder),
    verdict: (endpoint, context) =>
      whenReady(permissions.verdict(endpoint, context), (isAllowed) => {
        recorder.permissionAsked(endpoint, isAllowed);
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
        if (!isAllowed) recorder.permissionAsked(endpoint, false);
        return isAllowed;
      }))
  );
}
