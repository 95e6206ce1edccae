import type { Endpoint } from '../pipeline/endpoint.js';
import type { Recorder } from '../nest/module/recorder.js';

/** A permission that was asked. */
export interface AskedPermission {
  /** `ItemsController.remove`. */
  readonly handler: string;
  readonly kind: 'public' | 'capability' | 'callback';
  /** Of a capability. */
  readonly capability: string | undefined;
  readonly allowed: boolean;
}

/** What happened inside since the application started, or since `clear`. */
export interface Recording {
  /** Permissions in the order in which they were answered; `Allow` asks those of the whole path. */
  readonly permissions: readonly AskedPermission[];
  /** The names of controllers and lazy services in the order of their creation. */
  readonly created: readonly string[];
  clear(): void;
}

/** Notes what happens. */
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
  { className, methodName, permission }: Endpoint,
  allowed: boolean,
): AskedPermission {
  const capability = permission.kind === 'capability' ? permission.capability : undefined;
  return { handler: `${className}.${methodName}`, kind: permission.kind, capability, allowed };
}
