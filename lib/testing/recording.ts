import type { Recorder } from '../routes/recorder.js';

/** The header that identifies a request of the kit, for the error behind its response. */
export const REQUEST_HEADER = 'x-rest-test-request';

/** A check of a permission, and its result. */
export interface AskedPermission {
  /** `ItemsController.remove`. */
  readonly handler: string;
  readonly kind: 'public' | 'capability' | 'callback' | 'guarded' | 'allOf' | 'anyOf';
  /** The name of the capability; `undefined` for the other kinds. */
  readonly capability: string | undefined;
  readonly allowed: boolean;
}

/** The events of the application since it started, or since the last `clear`. */
export interface Recording {
  /** Checks of permissions, in order. The `Allow` header checks the permissions of all methods of a path. */
  readonly permissions: readonly AskedPermission[];
  /** The names of controllers and lazy services, in the order of their creation. */
  readonly created: readonly string[];
  /** The unexpected errors of routes, in order: the cause of each 500. */
  readonly failures: readonly unknown[];
  clear(): void;
}

export class RestRecorder implements Recording {
  readonly permissions: AskedPermission[] = [];
  readonly created: string[] = [];
  readonly failures: unknown[] = [];
  readonly #causes = new Map<string, unknown>();
  readonly recorder: Recorder = {
    permissionAsked: (route, isAllowed) => {
      this.permissions.push(askedPermission(route, isAllowed));
    },
    created: (name) => {
      this.created.push(name);
    },
    failed: (error, headers) => {
      this.failures.push(error);
      const key = headers?.[REQUEST_HEADER];
      if (typeof key === 'string') this.#causes.set(key, error);
    },
  };

  clear(): void {
    this.permissions.length = 0;
    this.created.length = 0;
    this.failures.length = 0;
  }

  takeCause(key: string): unknown {
    const cause = this.#causes.get(key);
    this.#causes.delete(key);
    return cause;
  }
}

function askedPermission(
  { handler, permission }: Parameters<Recorder['permissionAsked']>[0],
  allowed: boolean,
): AskedPermission {
  const capability = permission.kind === 'capability' ? permission.capability : undefined;
  return { handler, kind: permission.kind, capability, allowed };
}
