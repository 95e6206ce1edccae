import { StreamableFile } from '@nestjs/common';
import { request as open } from 'node:http';
import { Readable } from 'node:stream';
import {
  Capability,
  HttpMethod,
  PublicAccess,
  RestController,
  RestRoute,
  type int,
  type RestRequest,
} from 'nestjs-rest-routes';
import { McpModule } from 'nestjs-rest-routes/mcp';
import { beforeEach, describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';
import { fixtureUser, signedAsUser } from '../support/fixture-user.js';
import { until } from '../support/until.js';

const received: unknown[] = [];
const streams = { open: 0, destroyed: 0 };
const waiting = { started: 0, aborted: 0 };

type User = { readonly id: number } | undefined;

@RestController('v1', '/targets')
class TargetsController {
  @RestRoute('/who', HttpMethod.Get, new PublicAccess(), { tool: { name: 'who' } })
  who(request: RestRequest<User, Sender>): { user: int; ip: string; protocol: string } {
    const { ip, protocol } = request.raw;
    return { user: request.user?.id ?? 0, ip, protocol };
  }

  @RestRoute('/secret', HttpMethod.Post, new Capability('delete_items'), {
    tool: { name: 'delete_all' },
  })
  deleteAll(): string {
    received.push('deleted');
    return 'deleted';
  }

  @RestRoute('/find', HttpMethod.Get, new PublicAccess(), { tool: { name: 'find' } })
  find(where: { size?: int }): string {
    received.push(where);
    return 'found';
  }

  @RestRoute('/save', HttpMethod.Post, new PublicAccess(), { tool: { name: 'save' } })
  save(what: { size?: int }, more: unknown = null): string {
    received.push(what, more);
    return 'saved';
  }

  @RestRoute('/file', HttpMethod.Get, new PublicAccess(), { tool: { name: 'file' } })
  file(): StreamableFile {
    return new StreamableFile(Buffer.from([1]), { type: 'image/png' });
  }

  @RestRoute('/endless', HttpMethod.Get, new PublicAccess(), { tool: { name: 'endless' } })
  endless(): StreamableFile {
    streams.open += 1;
    const stream = new Readable({
      read() {
        this.push(Buffer.alloc(65_536, 7));
      },
      destroy(error, done) {
        streams.destroyed += 1;
        done(error);
      },
    });
    return new StreamableFile(stream, { type: 'image/png' });
  }

  @RestRoute('/slow', HttpMethod.Post, new PublicAccess(), { tool: { name: 'slow' } })
  async slow(request: RestRequest<User, Sender>): Promise<string> {
    const message = request.raw.raw ?? request.raw;
    waiting.started += 1;
    await new Promise<void>((resolve) => {
      message.on('close', () => {
        waiting.aborted += 1;
        resolve();
      });
    });
    return 'done';
  }
}

/** A request of Express, or of Fastify, which has that of Node as `raw`. */
interface Sender {
  readonly ip: string;
  readonly protocol: string;
  readonly raw?: Sender;
  on(name: 'close', listener: () => void): void;
}

const JSON_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

describe.each(ADAPTERS)('attacks on tools on %s', (adapter) => {
  const app = useRoutes([TargetsController], {
    adapter,
    rest: fixtureUser,
    imports: [McpModule.forRoot({ name: 'targets', version: '1' })],
  });

  beforeEach(() => {
    received.length = 0;
  });

  const post = (body: string, headers: Readonly<Record<string, string>> = {}) =>
    app.fetch('POST', '/mcp', { headers: { ...JSON_HEADERS, ...headers }, body });

  const call = (params: object, headers?: Readonly<Record<string, string>>) =>
    post(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }), headers);

  const resultOf = ({ body }: { readonly body: unknown }): unknown =>
    (body as { readonly result: { readonly structuredContent?: unknown } }).result
      .structuredContent;

  test('Nothing in a message makes its sender another user', async () => {
    const { authorization = '' } = signedAsUser(1);
    const claims = {
      authorization,
      headers: { authorization },
      authInfo: { token: authorization, clientId: 'x', scopes: ['delete_items'] },
      http: { authInfo: { token: authorization } },
      user: { id: 1 },
    };
    const params = { arguments: {}, ...claims, _meta: claims };
    for (const sent of [undefined, 2]) {
      const who = await call({ ...params, name: 'who' }, signedAsUser(sent));
      expect(resultOf(who)).toMatchObject({ user: sent ?? 0 });
      const deleted = await call({ ...params, name: 'delete_all' }, signedAsUser(sent));
      expect(deleted.text).toContain('rest_forbidden');
    }
    expect(received).toEqual([]);
  });

  test('Forwarding headers change neither the address of the client nor that of files', async () => {
    const forged = {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-prefix': '/evil',
      'x-real-ip': '203.0.113.9',
      forwarded: 'for=203.0.113.9;proto=https;host=evil.example',
      'mcp-session-id': 'of-another-client',
    };
    const who = await call({ name: 'who' }, forged);
    expect(resultOf(who)).toEqual({ user: 0, ip: '127.0.0.1', protocol: 'http' });
    const { body } = await call({ name: 'file' }, forged);
    const uri = `${app.url}/api/acme/v1/targets/file`;
    expect(body).toMatchObject({ result: { content: [{ resource: { uri } }] } });
  });

  test('A header that names another tool than the message is rejected', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'tests', version: '1' },
    };
    const headers = {
      ...signedAsUser(1),
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
    };
    const params = { name: 'delete_all', arguments: {}, _meta: meta };
    for (const name of ['who', 'delete_all\u00a0', '']) {
      const { status, body } = await call(params, { ...headers, 'mcp-name': name });
      expect({ status, body }).toMatchObject({ status: 400, body: { error: { code: -32_020 } } });
    }
    expect(received).toEqual([]);
    expect(resultOf(await call(params, { ...headers, 'mcp-name': 'delete_all' }))).toEqual({
      result: 'deleted',
    });
  });

  test.each([
    ['find', 'where'],
    ['save', 'what'],
  ])(
    'Names of the prototype within an argument of %s change no prototype',
    async (name, argument) => {
      for (const value of [
        '{"size":1,"__proto__":{"admin":true}}',
        '{"size":1,"constructor":{"prototype":{"admin":true}}}',
        '{"__proto__":{"size":7}}',
      ]) {
        const text = `{"name":"${name}","arguments":{"${argument}":${value}}}`;
        await post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${text}}`);
      }
      expect(({} as { admin?: boolean }).admin).toBe(undefined);
      for (const one of received) expect(JSON.stringify(one)).not.toMatch(/admin|7/);
      expect(resultOf(await call({ name, arguments: { [argument]: { size: 2 } } }))).toBeDefined();
    },
  );

  test.each([
    ['find', 'where'],
    ['save', 'what'],
    ['save', 'more'],
  ])(
    'Lists in lists without end in %s, argument %s, are an error that names it',
    async (name, argument) => {
      const deep = `${'['.repeat(40_000)}${']'.repeat(40_000)}`;
      const other = argument === 'more' ? '"what":{},' : '';
      const text = `{"name":"${name}","arguments":{${other}"${argument}":${deep}}}`;
      const { status, body } = await post(
        `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${text}}`,
      );
      expect({ status, body }).toMatchObject({ status: 200, body: { result: { isError: true } } });
      expect(JSON.stringify(body)).toContain('rest_invalid_param');
      expect(received).toEqual([]);
    },
  );

  test('A file without end is cut off, and its stream is closed', async () => {
    const { body } = await call({ name: 'endless' });
    expect(JSON.stringify(body)).toContain('rest_response_too_large');
    await until(() => streams.open > 0 && streams.destroyed === streams.open);
  });

  test('100 callers that vanish abort their calls, and the next one is served', async () => {
    const { started, aborted } = waiting;
    const text = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'slow' },
    });
    const sent = Array.from({ length: 100 }, () => {
      const one = open(`${app.url}/mcp`, { method: 'POST', headers: JSON_HEADERS, agent: false });
      one.on('error', () => undefined).end(text);
      return one;
    });
    await until(() => waiting.started === started + 100);
    for (const one of sent) one.destroy();
    await until(() => waiting.aborted === aborted + 100);
    expect(resultOf(await call({ name: 'who' }))).toMatchObject({ user: 0 });
  });
});
