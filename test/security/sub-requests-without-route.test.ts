import { All, Controller } from '@nestjs/common';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestResponse,
  RestRoute,
} from 'nestjs-rest-routes';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';

/** What has seen a request, in the order. */
const seen: string[] = [];

@Controller('api/acme/v1/plain')
class PlainController {
  @All()
  run(): string {
    seen.push('plain');
    return 'plain';
  }
}

@RestController('v1', '/b')
class ItemsController {
  @RestRoute('/moved', [HttpMethod.Get, HttpMethod.Post], new PublicAccess(), { batch: true })
  moved(): string {
    seen.push('moved');
    return 'moved';
  }

  @RestRoute('/links', HttpMethod.Get, new PublicAccess())
  links(): RestResponse {
    const paths = ['/acme/v1/plain', '/acme/v1/none', '/acme/v1/denied', '/elsewhere/none'];
    return paths.reduce(
      (response, path) => response.link('to', path, { embeddable: true }),
      new RestResponse({ pair: true }),
    );
  }
}

function protect(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  const { url = '' } = request;
  if (!/batch|links/.test(url)) seen.push(`${request.method} ${url}`);
  if (!url.includes('denied')) return next();
  response.writeHead(403, { 'content-type': 'application/json' });
  response.end('{"code":"denied"}');
}

const NO_ROUTE = { code: 'rest_no_route', data: { status: 404 } };

describe.each(ADAPTERS)('sub-requests to paths without a route on %s', (adapter) => {
  const app = useRoutes([ItemsController], {
    adapter,
    controllers: [PlainController],
    rest: { batch: true },
    configure: (nest) => {
      nest.use(protect);
    },
  });
  beforeEach(() => {
    seen.splice(0);
  });

  test('A sub-request to a path without a route passes middleware, and runs no plain controller', async () => {
    const paths = ['/acme/v1/plain', '/acme/v1/none', '/acme/v1/denied', '/elsewhere/none'];
    const expected = [NO_ROUTE, NO_ROUTE, { code: 'denied' }, NO_ROUTE];
    for (const validation of ['normal', 'require-all-validate']) {
      const { body } = await app.fetch('POST', '/api/batch/v1', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ validation, requests: paths.map((path) => ({ path })) }),
      });
      const { responses } = body as { readonly responses: readonly { readonly body: unknown }[] };
      expect(responses.map((response) => response.body)).toMatchObject(expected);
      expect(seen.splice(0)).toEqual(paths.map((path) => `POST /api${path}`));
    }
    const { body } = await app.fetch('GET', '/api/acme/v1/b/links?_embed');
    expect(body).toMatchObject({ _embedded: { to: expected } });
    expect(seen.splice(0)).toEqual(paths.map((path) => `GET /api${path}`));
    const direct = await app.fetch('GET', '/api/acme/v1/plain');
    expect([direct.status, direct.text, seen]).toEqual([
      200,
      'plain',
      ['GET /api/acme/v1/plain', 'plain'],
    ]);
  });
});
