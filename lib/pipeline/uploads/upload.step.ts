import { RestException } from '../../diagnostics/rest.exception.js';
import { whenReady } from '../../shared/when-ready.js';
import type { Endpoint } from '../endpoint.js';
import type { Permissions } from '../permissions/permission-checks.js';
import { BODY_METHODS, type RequestContext } from '../request-context.js';
import type { Outcome, Step } from '../step.js';
import { hasUnreadForm } from './unread-form.js';
import type { ExpectedFiles, UploadPort } from './upload-port.js';
import { authorizeEarlyStep } from '../steps/authorize.step.js';

/** What the routes of an application share for forms. */
export interface UploadContext {
  readonly permissions: Permissions;
  /** Absent where requests have no body to read, as in process. */
  readonly uploads?: UploadPort | undefined;
}

/**
 * Reads a form of `multipart/form-data`. What a permission requires of the caller, whatever the arguments, is
 * checked first: a caller without it cannot make the server receive a file.
 */
export function uploadStep(
  endpoint: Endpoint,
  { permissions, uploads }: UploadContext,
): Step | undefined {
  if (uploads === undefined || !endpoint.readsForms) return undefined;
  if (!endpoint.methods.some((method) => BODY_METHODS.has(method))) return undefined;
  const authorize = authorizeEarlyStep(endpoint, permissions);
  const files = expectedFiles(endpoint);
  return (context) => {
    if (!hasUnreadForm(context)) return undefined;
    return whenReady(authorize?.(context), (rejection) => {
      if (rejection === undefined) return read(context, files, uploads);
      uploads.reject(context.exchange);
      return rejection;
    });
  };
}

async function read(
  context: RequestContext,
  files: ExpectedFiles,
  uploads: UploadPort,
): Promise<Outcome> {
  try {
    context.receive(await uploads.read(context.exchange, files));
    return undefined;
  } catch (error) {
    if (error instanceof RestException) return error;
    throw error;
  }
}

function expectedFiles({ definition }: Endpoint): ExpectedFiles {
  return new Map(
    definition.arguments.flatMap(({ name, file }) => (file === undefined ? [] : [[name, file]])),
  );
}
