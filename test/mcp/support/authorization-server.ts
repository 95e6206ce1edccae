import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The address that applications and clients know; the server itself is on 127.0.0.1. */
export const ISSUER = 'https://login.example.com';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

export const PUBLIC_KEY = publicKey.export({ type: 'spki', format: 'pem' }).toString();

/** A token of the authorization server. */
export function tokenWith(claims: object, issuer = ISSUER): string {
  const now = Math.floor(Date.now() / 1000);
  const content = [
    { alg: 'RS256', typ: 'JWT' },
    { iss: issuer, iat: now, exp: now + 60, ...claims },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`;
}

/** What a client has to prove when it exchanges its code. */
interface Grant {
  readonly challenge: string;
  readonly redirect: string;
  readonly resource: string;
}

export interface AuthorizationServer {
  readonly url: string;
  /** The method and path of each request, in order. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

/**
 * OAuth 2.1 with dynamic registration and PKCE. Its only user, `ada` with the role `reader`, consents to everything.
 */
export async function startAuthorizationServer(): Promise<AuthorizationServer> {
  const grants = new Map<string, Grant>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', ISSUER);
    requests.push(`${request.method} ${url.pathname}`);
    respond(url, request, response, grants).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function respond(
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
  grants: Map<string, Grant>,
): Promise<void> {
  switch (`${request.method} ${url.pathname}`) {
    case 'GET /.well-known/oauth-authorization-server':
      return send(response, 200, METADATA);
    case 'POST /register': {
      const metadata = JSON.parse(await textOf(request)) as object;
      return send(response, 201, { ...metadata, client_id: randomUUID() });
    }
    case 'GET /authorize':
      response.writeHead(302, { location: authorized(url.searchParams, grants) }).end();
      return;
    case 'POST /token': {
      const token = exchanged(new URLSearchParams(await textOf(request)), grants);
      return token === undefined
        ? send(response, 400, { error: 'invalid_grant' })
        : send(response, 200, { access_token: token, token_type: 'Bearer', expires_in: 60 });
    }
    default:
      return send(response, 404, {});
  }
}

const METADATA = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  registration_endpoint: `${ISSUER}/register`,
  response_types_supported: ['code'],
  grant_types_supported: ['authorization_code'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  authorization_response_iss_parameter_supported: true,
};

/** The address of the client, with a code. */
function authorized(query: URLSearchParams, grants: Map<string, Grant>): string {
  const code = randomUUID();
  const redirect = query.get('redirect_uri') ?? '';
  const { challenge, resource } = {
    challenge: query.get('code_challenge') ?? '',
    resource: query.get('resource') ?? '',
  };
  grants.set(code, { challenge, redirect, resource });
  const back = new URL(redirect);
  back.searchParams.set('code', code);
  back.searchParams.set('iss', ISSUER);
  const state = query.get('state');
  if (state !== null) back.searchParams.set('state', state);
  return back.href;
}

/** A token for the resource, if the client proves that it has asked for the code. */
function exchanged(form: URLSearchParams, grants: Map<string, Grant>): string | undefined {
  const code = form.get('code') ?? '';
  const grant = grants.get(code);
  grants.delete(code);
  const verifier = form.get('code_verifier') ?? '';
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const isProven =
    grant?.challenge === challenge &&
    grant.redirect === form.get('redirect_uri') &&
    grant.resource === form.get('resource');
  return isProven ? tokenWith({ sub: 'ada', aud: grant.resource, roles: ['reader'] }) : undefined;
}

function send(response: ServerResponse, status: number, content: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
