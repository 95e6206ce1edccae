import { Controller, Get, HttpCode } from '@nestjs/common';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestResponse,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';

const METHODS = [
  HttpMethod.Get,
  HttpMethod.Post,
  HttpMethod.Put,
  HttpMethod.Patch,
  HttpMethod.Delete,
];

@RestController('v1', '/empty')
class EmptyController {
  @RestRoute('/{status}', METHODS, new PublicAccess())
  respond(status: int): RestResponse<undefined> {
    return new RestResponse(undefined, status);
  }
}

@RestController('v1', '/named')
class NamedController {
  @RestRoute('', [HttpMethod.Put, HttpMethod.Patch, HttpMethod.Delete], new PublicAccess())
  name(name = 'none'): string {
    return name;
  }
}

@Controller('plain')
class PlainController {
  @HttpCode(202)
  @Get()
  respond(): undefined {
    return undefined;
  }
}

describe.each(ADAPTERS)('On %s', (adapter) => {
  const controllers = [PlainController];
  const app = useRoutes([EmptyController, NamedController], { adapter, controllers });

  /** What is sent, byte by byte, but for headers that change or that middleware adds. */
  function exchange(method: string, path: string, headers: string, body = ''): Promise<string> {
    const { port, hostname } = new URL(app.url);
    return new Promise((resolve, reject) => {
      let received = '';
      const socket = connect(Number(port), hostname, () =>
        socket.write(
          `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n${body}`,
        ),
      );
      socket.on('data', (data) => (received += data.toString('latin1')));
      socket.on('error', reject);
      socket.on('close', () => resolve(received));
    });
  }

  test.each(METHODS)(
    'an empty response to %s states the length 0 and is not chunked',
    async (method) => {
      for (const status of [200, 201, 202, 205]) {
        const text = await exchange(method, `/api/acme/v1/empty/${status}`, '');
        expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
        expect(text).toMatch(/\r\ncontent-length: 0\r\n/i);
        expect(text).not.toMatch(/\r\ntransfer-encoding:/i);
        expect(text).toMatch(/\r\n\r\n$/);
      }
    },
  );

  test.each(['GET', 'HEAD'])('a 204 and a 304 to %s state no length', async (method) => {
    for (const status of [204, 304]) {
      const text = await exchange(method, `/api/acme/v1/empty/${status}`, '');
      expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(text).not.toMatch(/\r\n(?:content-length|transfer-encoding):/i);
    }
  });

  test('an empty response to HEAD has no body and is not chunked', async () => {
    const text = await exchange('HEAD', '/api/acme/v1/empty/200', '');
    expect(text).toMatch(/^HTTP\/1.1 200 /);
    expect(text).not.toMatch(/\r\ntransfer-encoding:/i);
  });

  test('an empty response to HEAD states the length that a plain controller states', async () => {
    const lengthOf = async (path: string): Promise<string | undefined> =>
      /\r\ncontent-length: (\d+)/i.exec(await exchange('HEAD', path, ''))?.[1];
    const expected = adapter === 'fastify' ? '0' : undefined;
    expect(await lengthOf('/plain')).toBe(expected);
    expect(await lengthOf('/api/acme/v1/empty/202')).toBe(expected);
  });

  test.each(['PUT', 'PATCH', 'DELETE'])(
    'a body of %s with an empty Content-Type is read as one without a type',
    async (method) => {
      for (const type of ['', 'Content-Type:\r\n', 'Content-Type:  \r\n']) {
        for (const body of ['name=Momo', 'name=Mo%6do']) {
          const headers = `${type}Content-Length: ${body.length}\r\n`;
          expect(await exchange(method, '/api/acme/v1/named', headers, body)).toContain('"Momo"');
        }
        const chunked = `${type}Transfer-Encoding: chunked\r\n`;
        const body = '5\r\nname=\r\n4\r\nMomo\r\n0\r\n\r\n';
        expect(await exchange(method, '/api/acme/v1/named', chunked, body)).toContain('"Momo"');
      }
    },
  );
});
