import { Logger } from '@nestjs/common';
import {
  Cache,
  HttpMethod,
  PublicAccess,
  RestController,
  RestResponse,
  RestRoute,
} from 'nestjs-rest-routes';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';

const circular: { self?: unknown } = {};
circular.self = circular;

/** What a method may return by mistake. */
const MISTAKES: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['function', () => 1],
  ['class', class Secret {}],
  ['symbol', Symbol('secret')],
  ['toJSON', { toJSON: () => undefined }],
  ['nested', { toJSON: () => Symbol('secret') }],
  ['bigint', 1n],
  ['circular', circular],
  ['throwing', { toJSON: () => new RestResponse(1, 9) }],
  ['response', new RestResponse(() => 1, 201)],
  ['promised', new RestResponse(Promise.resolve(1))],
]);

@RestController('v1')
class MistakesController {
  @RestRoute('/now/{name}', HttpMethod.Get, new PublicAccess())
  now(name: string) {
    return MISTAKES.get(name);
  }
  @RestRoute('/later/{name}', HttpMethod.Get, new PublicAccess())
  async later(name: string) {
    return Promise.resolve(MISTAKES.get(name));
  }
  @RestRoute('/kept/{name}', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '1m' })
  kept(name: string) {
    return MISTAKES.get(name);
  }
  @RestRoute('/thrown', HttpMethod.Get, new PublicAccess())
  thrown(): never {
    throw Object.create(null);
  }
}

describe.each(ADAPTERS)('results on %s', (adapter) => {
  const app = useRoutes([MistakesController], { adapter });

  afterEach(() => vi.restoreAllMocks());

  describe("A result that JSON cannot represent is a logged 500 in the library's error format", () => {
    test.each([...MISTAKES.keys()])('%s', async (name) => {
      const error = vi.spyOn(Logger.prototype, 'error').mockReturnValue();
      for (const way of ['now', 'later', 'kept', 'kept']) {
        const { status, text, body, headers } = await app.fetch(
          'GET',
          `/api/acme/v1/${way}/${name}`,
        );
        expect(status).toBe(500);
        expect(headers['content-type']).toContain('application/json');
        expect(body).toMatchObject({
          code: 'framework_internal_error',
          data: { status: 500 },
        });
        expect(text).not.toContain('secret');
      }
      expect(error).toHaveBeenCalledTimes(4);
    });
  });

  test('No global parameter makes a response of such a result', async () => {
    const error = vi.spyOn(Logger.prototype, 'error').mockReturnValue();
    for (const name of MISTAKES.keys()) {
      const fields = await app.fetch('GET', `/api/acme/v1/now/${name}?_fields=id`);
      expect([name, fields.status]).toEqual([name, 500]);
      const enveloped = await app.fetch('GET', `/api/acme/v1/now/${name}?_envelope`);
      const { status = enveloped.status } = enveloped.body as { status?: number };
      expect([name, status]).toEqual([name, 500]);
      expect(enveloped.text).not.toContain('secret');
    }
    expect(error).toHaveBeenCalled();
  });

  test('Any thrown value is a logged 500, even a value that cannot be converted to text', async () => {
    const error = vi.spyOn(Logger.prototype, 'error').mockReturnValue();
    expect((await app.fetch('GET', '/api/acme/v1/thrown')).status).toBe(500);
    expect(error).toHaveBeenCalledOnce();
  });
});
