import { createHmac, timingSafeEqual } from 'node:crypto';
import { RestException, type RestRequest } from 'nestjs-rest-routes';

export interface ConsumerKey {
  readonly secret: string;
  readonly capabilities: readonly string[];
}

/** How old a signature may be, in seconds. */
const MAXIMUM_AGE = 15 * 60;

const HASHES = new Map([
  ['HMAC-SHA1', 'sha1'],
  ['HMAC-SHA256', 'sha256'],
]);

/**
 * Identifies the clients of WooCommerce: over HTTP, they sign each request with OAuth 1.0a; over HTTPS, they send
 * their key and its secret as HTTP Basic.
 *
 * @param site The URL of the site, as the clients have it: `http://shop.example`.
 */
export function consumerUser(
  keys: ReadonlyMap<string, ConsumerKey>,
  site: string,
): (request: RestRequest) => ConsumerKey | undefined {
  const used = new Map<string, number>();
  return (request) => {
    const [path = '', query = ''] = request.original.url.split(/\?(.*)/s);
    const sent = [...new URLSearchParams(query)];
    const oauth = new Map(sent);
    const id = oauth.get('oauth_consumer_key');
    if (id === undefined) return site.startsWith('https:') ? basicUser(request, keys) : undefined;
    const key = keys.get(id);
    const hash = HASHES.get(oauth.get('oauth_signature_method') ?? '');
    if (key === undefined || hash === undefined) throw denied('The key is unknown.');
    const text = [request.original.method, `${site}${path}`, normalized(sent)]
      .map(encode)
      .join('&');
    const expected = createHmac(hash, `${encode(key.secret)}&`)
      .update(text)
      .digest();
    if (!isSame(Buffer.from(oauth.get('oauth_signature') ?? '', 'base64'), expected)) {
      throw denied('The signature is wrong.');
    }
    use(oauth, used);
    return key;
  };
}

function basicUser(
  { headers: { authorization = '' } }: RestRequest,
  keys: ReadonlyMap<string, ConsumerKey>,
): ConsumerKey | undefined {
  const [, encoded] = /^Basic ([\w+/=]+)$/i.exec(authorization) ?? [];
  if (encoded === undefined) return undefined;
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString().split(':');
  const key = keys.get(id);
  if (key !== undefined && isSame(Buffer.from(secret), Buffer.from(key.secret))) return key;
  throw denied('The key or its secret is wrong.');
}

/** Accepts a signature once, and only for some minutes, so that a copy of a request is rejected. */
function use(oauth: ReadonlyMap<string, string>, used: Map<string, number>): void {
  const now = Date.now() / 1000;
  const timestamp = Number(oauth.get('oauth_timestamp'));
  if (!(Math.abs(now - timestamp) < MAXIMUM_AGE)) throw denied('The timestamp is too old.');
  for (const [nonce, end] of used) if (end < now) used.delete(nonce);
  const nonce = ['oauth_consumer_key', 'oauth_timestamp', 'oauth_nonce']
    .map((name) => oauth.get(name))
    .join(' ');
  if (used.has(nonce)) throw denied('The nonce was used before.');
  used.set(nonce, timestamp + MAXIMUM_AGE);
}

/**
 * All parameters but the signature, sorted by their encoded names, then by their encoded values. WooCommerce's client
 * for Node sends a parameter of the query twice, and signs it once.
 */
function normalized(sent: readonly (readonly [string, string])[]): string {
  const signed = sent.filter(([name]) => name !== 'oauth_signature');
  // A space comes before all characters of encoded texts.
  const pairs = new Set(signed.map((pair) => pair.map(encode).join(' ')));
  return [...pairs]
    .toSorted()
    .map((pair) => pair.replace(' ', '='))
    .join('&');
}

/** @see RFC 5849, 3.6 */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function isSame(stated: Buffer, expected: Buffer): boolean {
  return stated.length === expected.length && timingSafeEqual(stated, expected);
}

function denied(message: string): RestException {
  return new RestException('woocommerce_rest_authentication_error', message, 401);
}
