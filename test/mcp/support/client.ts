import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { TestApplication } from '../../support/application.js';
import { signedAsUser } from '../../support/fixture-user.js';

/** The versions of the protocol that clients speak: with a handshake, and without one. */
export const PROTOCOLS = ['2025-11-25', '2026-07-28'] as const;

export type Protocol = (typeof PROTOCOLS)[number];

/** The official client, as a user of `fixtureUser`. */
export async function connect(
  app: Pick<TestApplication, 'url'>,
  protocol: Protocol,
  user?: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<Client> {
  const mode = protocol === '2026-07-28' ? ({ pin: protocol } as const) : 'legacy';
  const client = new Client({ name: 'tests', version: '1' }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', app.url), {
    requestInit: { headers: { ...signedAsUser(user), ...headers } },
  });
  await client.connect(transport);
  return client;
}
