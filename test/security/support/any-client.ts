import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { connect } from 'node:http2';
import { request as requestHttps } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

export interface AnyRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface AnyResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** Sends one request to an origin, over HTTP/1.1 or HTTP/2 and TLS or not, and decodes the response. */
export async function sendTo(
  origin: string,
  request: AnyRequest,
  isHttp2 = false,
): Promise<AnyResponse> {
  return isHttp2 ? await sendHttp2(origin, request) : await sendHttp1(origin, request);
}

async function sendHttp1(
  origin: string,
  { method, path, headers, body }: AnyRequest,
): Promise<AnyResponse> {
  const send = origin.startsWith('https:') ? requestHttps : requestHttp;
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const options = {
    method,
    headers: { ...length, ...headers },
    agent: false,
    rejectUnauthorized: false,
  };
  const sent = send(`${origin}${path}`, options).end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const bytes = await buffer(response);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: decode(bytes, response.headers),
  };
}

async function sendHttp2(
  origin: string,
  { method, path, headers, body }: AnyRequest,
): Promise<AnyResponse> {
  const session = connect(origin, { rejectUnauthorized: false });
  try {
    const stream = session.request({ ':method': method, ':path': path, ...headers });
    stream.end(body);
    const [received] = (await once(stream, 'response')) as [IncomingHttpHeaders];
    const status = Number(Reflect.get(received, ':status'));
    return { status, headers: received, body: decode(await buffer(stream), received) };
  } finally {
    session.close();
  }
}

function decode(bytes: Buffer, headers: IncomingHttpHeaders): unknown {
  const plain = headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
  const text = plain.toString('utf8');
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}

/** A new key with a certificate that it signs itself. */
export function selfSigned(): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(Buffer.from('06082a8648ce3d040302', 'hex')); // ecdsa-with-SHA256
  const name = sequence(
    tagged(0x31, sequence(Buffer.from('0603550403', 'hex'), tagged(0x0c, Buffer.from('test')))),
  );
  const validity = sequence(
    ...['20200101000000Z', '21200101000000Z'].map((time) => tagged(0x18, Buffer.from(time))),
  );
  const known = publicKey.export({ type: 'spki', format: 'der' });
  const serial = tagged(0x02, Buffer.from([1]));
  const body = sequence(serial, algorithm, name, validity, name, known);
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]);
  const der = sequence(body, algorithm, tagged(0x03, signature));
  const lines = der.toString('base64').replaceAll(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

/** A value of DER. */
function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}
