import { RestException, type RestRequest } from 'nestjs-rest-routes';

export interface WordPressUser {
  readonly id: number;
  readonly roles: readonly string[];
  readonly capabilities: readonly string[];
}

interface CurrentUser {
  readonly id: number;
  readonly roles?: readonly string[];
  readonly capabilities?: Readonly<Record<string, boolean>>;
}

interface WordPressError {
  readonly code: string;
  readonly message: string;
}

/** In milliseconds. */
const TIMEOUT = 5000;

/**
 * Lets WordPress decide who sends a request: it knows its cookies, nonces and application passwords.
 *
 * @param api The root of its API, on the server's own network: `http://127.0.0.1:8080/wp-json`.
 */
export function wordpressUser(
  api: string,
): (request: RestRequest) => Promise<WordPressUser | undefined> {
  return async (request) => {
    const credentials = credentialsOf(request);
    if (credentials === undefined) return undefined;
    const response = await fetch(`${api}/wp/v2/users/me?context=edit`, {
      headers: credentials,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    if (response.ok) return userOf((await response.json()) as CurrentUser);
    if (response.status >= 500)
      throw new RestException('user_unknown', 'The user cannot be determined.', 503);
    const { code, message } = (await response.json()) as WordPressError;
    // The credentials belong to no user any more: an old cookie, for example.
    if (code === 'rest_not_logged_in') return undefined;
    throw new RestException(code, message, response.status);
  };
}

/** A cookie without a nonce may come from a page of another site: it proves nothing. */
function credentialsOf({ headers, query }: RestRequest): Record<string, string> | undefined {
  const { authorization, cookie } = headers;
  if (authorization !== undefined) return { authorization: String(authorization) };
  const nonce = headers['x-wp-nonce'] ?? query['_wpnonce'];
  if (cookie === undefined || typeof nonce !== 'string') return undefined;
  return { cookie: String(cookie), 'x-wp-nonce': nonce };
}

function userOf({ id, roles = [], capabilities = {} }: CurrentUser): WordPressUser {
  const granted = Object.keys(capabilities).filter((name) => capabilities[name] === true);
  return { id, roles, capabilities: granted };
}
