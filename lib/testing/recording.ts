import type { Endpoint } from '../pipeline/endpoint.js';
import type { Recorder } from '../nest/module/recorder.js';

/** A check of a permission, and its result. */
export interface AskedPermission {
  /** `ItemsController.remove`. */
  readonly handler: string;
  readonly kind: 'public' | 'capability' | 'callback' | 'allOf' | 'anyOf';
  /** The name of the capability; `undefined` for the other kinds. */
  readonly capability: string | undefined;
  readonly allowed: boolean;
}

/** What the application did since it started, or since the last `clear`. */
export interface Recording {
  /** Checks of permissions, in order. The `Allow` header checks the permissions of all methods of a path. */
  readonly permissions: readonly AskedPermission[];
  /** The names of controllers and lazy services, in the order of their creation. */
  readonly created: readonly string[];
  clear(): void;
}

/** Records the events of one application. */
export class RestRecorder implements Recording {
  readonly permissions: AskedPermission[] = [];
  readonly created: string[] = [];
  readonly recorder: Recorder = {
    permissionAsked: (endpoint, isAllowed) => {
      this.permissions.push(askedPermission(endpoint, isAllowed));
    },
    created: (name) => {
      this.created.push(name);
    },
  };

  clear(): void {
    this.permissions.length = 0;
    this.created.length = 0;
  }
}

function askedPermission(
  { definition: { handler, permission } }: Endpoint,
  allowed: boolean,
): AskedPermission {
  const capability = permission.kind === 'capability' ? permission.capability : undefined;
  return { handler, kind: permission.kind, capability, allowed };
}
