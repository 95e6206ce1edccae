import { UploadedFile } from '../model/request/uploaded-file.js';
import { fillForm } from './test-form.js';

/** A body as `fetch` takes it, and the media type that `fetch` does not add itself. */
export interface TestBody {
  readonly body?: string | FormData;
  readonly headers: Readonly<Record<string, string>>;
}

const NO_BODY: TestBody = { headers: {} };

/** A text and a form are sent unchanged, a value with files as a form, any other value as JSON. */
export async function testBody(value: unknown): Promise<TestBody> {
  if (value === undefined) return NO_BODY;
  if (typeof value === 'string' || value instanceof FormData) return { body: value, headers: {} };
  if (typeof value === 'object' && value !== null && holdsFile(value))
    return { body: await fillForm(value), headers: {} };
  return { body: JSON.stringify(value), headers: { 'content-type': 'application/json' } };
}

function holdsFile(value: unknown): boolean {
  if (value instanceof UploadedFile || value instanceof Blob) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsFile);
}
