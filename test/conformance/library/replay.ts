import { expect } from 'vitest';
import type { TestApplication } from '../../support/application.js';
import type { Exchange } from '../recordings.js';
import { comparableBody } from './comparable-response.js';
import { signedAsUser } from '../../support/fixture-user.js';

/** Sends a recorded request to the application of the library, and expects the recorded response. */
export async function replay(
  { url, fetch }: Pick<TestApplication, 'url' | 'fetch'>,
  { method, path, user, headers, body, expect: expected }: Exchange,
): Promise<void> {
  const root = `${url}/api`;
  const response = await fetch(method, `/api${path}`, {
    headers: { ...headers, ...signedAsUser(user) },
    ...(body === undefined ? {} : { body }),
  });
  expect({
    status: response.status,
    allow: response.headers.allow?.split(', ').toSorted(),
    body: comparableBody(listedOf(response.body, path), root),
  }).toEqual({
    status: expected.status,
    allow: expected.allow?.toSorted(),
    body: comparableBody(expected.body, root),
  });
}

/** Of an envelope the recordings list status and body, not the headers. */
function listedOf(body: unknown, path: string): unknown {
  if (!path.includes('_envelope')) return body;
  const { status, body: inner } = body as { readonly status: unknown; readonly body: unknown };
  return { status, body: inner };
}
