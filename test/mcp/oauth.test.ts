import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type FetchLike,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ADAPTERS, startApplication, useApplication } from '../support/application.js';
import {
  ISSUER,
  PUBLIC_KEY,
  startAuthorizationServer,
  tokenWith,
  type AuthorizationServer,
} from './support/authorization-server.js';
import { PROTOCOLS } from './support/client.js';

const API = 'https://api.example.com';
const RESOURCE = `${API}/mcp`;
const METADATA = '/.well-known/oauth-protected-resource/mcp';
const CHALLENGE = `Bearer resource_metadata="${API}${METADATA}"`;

const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

let login: AuthorizationServer;
beforeAll(async () => {
  login = await startAuthorizationServer();
});
afterAll(() => login.close());

test('docs/mcp.md has the application of these tests', () => {
  const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
  expect(read('../../docs/mcp.md')).toContain(read('oauth.module.ts').trimEnd());
});

describe.each(ADAPTERS)('an application whose clients get tokens by OAuth, on %s', (adapter) => {
  const app = useApplication(async () => {
    process.env['LOGIN_PUBLIC_KEY'] = PUBLIC_KEY;
    const { NotesModule } = await import('./oauth.module.js');
    const bare = 'The guard of the usual application rejects tokens of other issuers.';
    return startApplication({ imports: [NotesModule] }, { adapter, bare });
  });
  const requested: string[] = [];
  beforeEach(() => {
    requested.length = 0;
  });

  /** Requests to the hosts of the page, as its name server and its proxy would send them. */
  async function reach(address: string | URL, init?: RequestInit): Promise<Response> {
    const url = new URL(address);
    requested.push(`${init?.method ?? 'GET'} ${url.origin}${url.pathname}`);
    const base = { [API]: app.url, [ISSUER]: login.url }[url.origin];
    if (base === undefined) throw new TypeError(`No such host: ${url.origin}`);
    return fetch(new URL(`${url.pathname}${url.search}`, base), init);
  }

  test.each(PROTOCOLS)(
    'A client of %s that knows only the address finds the login, and lists and calls the tools of its user',
    async (protocol) => {
      const provider = new Browser(reach);
      const mode = protocol === '2026-07-28' ? ({ pin: protocol } as const) : 'legacy';
      const connected = async (): Promise<Client> => {
        const client = new Client(
          { name: 'tests', version: '1' },
          { versionNegotiation: { mode } },
        );
        const options = { authProvider: provider, fetch: reach };
        await client.connect(new StreamableHTTPClientTransport(new URL(RESOURCE), options));
        return client;
      };
      await expect(connected()).rejects.toBeInstanceOf(UnauthorizedError);
      expect(requested).toEqual([
        `POST ${RESOURCE}`,
        `GET ${API}${METADATA}`,
        `GET ${ISSUER}/.well-known/oauth-authorization-server`,
        `POST ${ISSUER}/register`,
        `GET ${ISSUER}/authorize`,
      ]);
      const transport = new StreamableHTTPClientTransport(new URL(RESOURCE), {
        authProvider: provider,
        fetch: reach,
      });
      await transport.finishAuth(provider.returned);
      const client = await connected();
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(['notes_list']);
      const { structuredContent } = await client.callTool({ name: 'notes_list' });
      expect(structuredContent).toEqual({ of: 'ada' });
    },
  );

  const send = (headers: Readonly<Record<string, string>> = {}) =>
    app.fetch('POST', '/mcp', {
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: LIST,
    });

  const claims = { sub: 'ada', aud: RESOURCE, roles: ['reader'] };

  test('A token of the user gets the tools of the user', async () => {
    const listed = await send({ authorization: `Bearer ${tokenWith(claims)}` });
    expect(listed).toMatchObject({
      status: 200,
      body: { result: { tools: [{ name: 'notes_list' }] } },
    });
    const other = await send({
      authorization: `Bearer ${tokenWith({ ...claims, roles: ['none'] })}`,
    });
    expect(other).toMatchObject({ status: 200, body: { result: { tools: [] } } });
  });

  const [head, , signature] = tokenWith(claims).split('.');
  const admin = Buffer.from(JSON.stringify({ ...claims, sub: 'eve' })).toString('base64url');

  test.each([
    ['no token', undefined],
    ['a token that is none', 'none'],
    ['an expired token', tokenWith({ ...claims, exp: 1 })],
    ['a token for another audience', tokenWith({ ...claims, aud: `${API}/other` })],
    ['a token without an audience', tokenWith({ sub: 'ada', roles: ['reader'] })],
    ['a token of another issuer', tokenWith(claims, 'https://evil.example')],
    ['a token that was changed', `${head}.${admin}.${signature}`],
    ['a token without a signature', `${unsigned({ alg: 'none' })}.${admin}.`],
  ])('A caller with %s gets the challenge', async (_title, token) => {
    const { status, headers, body } = await send(
      token === undefined ? {} : { authorization: `Bearer ${token}` },
    );
    expect({ status, challenge: headers['www-authenticate'], body }).toEqual({
      status: 401,
      challenge: CHALLENGE,
      body: {
        jsonrpc: '2.0',
        error: { code: -32_000, message: 'The request has no valid credentials.' },
        id: null,
      },
    });
  });
});

function unsigned(header: object): string {
  return Buffer.from(JSON.stringify(header)).toString('base64url');
}

/** A client whose user consents at once. */
class Browser implements OAuthClientProvider {
  readonly redirectUrl = 'http://localhost:8765/callback';
  readonly clientMetadata = {
    client_name: 'tests',
    redirect_uris: [this.redirectUrl],
    token_endpoint_auth_method: 'none',
  };
  /** The query with which the browser returns to the client. */
  returned = new URLSearchParams();
  #client: StoredOAuthClientInformation | undefined;
  #tokens: StoredOAuthTokens | undefined;
  #verifier = '';
  #discovered: OAuthDiscoveryState | undefined;

  constructor(private readonly reach: FetchLike) {}

  clientInformation(): StoredOAuthClientInformation | undefined {
    return this.#client;
  }

  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.#client = client;
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.#tokens;
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.#tokens = tokens;
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    const { headers } = await this.reach(url, { redirect: 'manual' });
    this.returned = new URL(headers.get('location') ?? '').searchParams;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }
  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovered = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovered;
  }
}
