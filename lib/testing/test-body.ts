import { Readable } from 'node:stream';
import { UploadedFile } from '../model/request/uploaded-file.js';
import { fillForm } from './test-form.js';

/** What `fetch` sends as it is. */
type SentBody = NonNullable<RequestInit['body']>;

/** A body as `fetch` takes it, and the media type that `fetch` does not add itself. */
export interface TestBody {
  readonly body?: SentBody;
  readonly headers: Readonly<Record<string, string>>;
  /** `fetch` requires it for a stream. */
  readonly duplex?: 'half';
}

const NO_BODY: TestBody = { headers: {} };

/** What `fetch` takes is sent unchanged, a value with files as a form, any other value as JSON. */
export async function testBody(value: unknown): Promise<TestBody> {
  if (value === undefined) return NO_BODY;
  if (value instanceof Readable) return streamed(Readable.toWeb(value) as ReadableStream);
  if (value instanceof ReadableStream) return streamed(value as ReadableStream);
  if (isSentAsItIs(value)) return { body: value, headers: {} };
  if (typeof value === 'object' && value !== null && holdsFile(value))
    return { body: await fillForm(value), headers: {} };
  return { body: JSON.stringify(value), headers: { 'content-type': 'application/json' } };
}

function streamed(body: ReadableStream): TestBody {
  return { body, headers: {}, duplex: 'half' };
}

function isSentAsItIs(value: unknown): value is SentBody {
  if (typeof value === 'string' || value instanceof FormData || value instanceof Blob) return true;
  if (value instanceof URLSearchParams) return true;
  return value instanceof ArrayBuffer || ArrayBuffer.isView(value);
}

function holdsFile(value: unknown): boolean {
  if (value instanceof UploadedFile || value instanceof Blob) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsFile);
}
