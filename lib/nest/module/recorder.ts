import { whenReady } from '../../shared/when-ready.js';
import type { Endpoint } from '../../pipeline/endpoint.js';
import type { Permissions, VerdictOf } from '../../pipeline/permissions/permission-checks.js';

/** The token of a recorder; an application has none, a test may. */
export const REST_RECORDER = Symbol.for('nestjs-rest-routes.recorder');

/** Notes what a test wants to know of the inside. */
export interface Recorder {
  permissionAsked(endpoint: Endpoint, isAllowed: boolean): void;
  /** A controller, or a service that is created late. */
  created(name: string): void;
}

/** Notes every verdict; one that throws is none. */
export function recordPermissions(
  permissions: Permissions,
  recorder: Recorder | undefined,
): Permissions {
  if (recorder === undefined) return permissions;
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
