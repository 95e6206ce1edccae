import {
  Capability,
  HttpMethod,
  PublicAccess,
  RestController,
  RestRequest,
  RestRoute,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';
import { signedAs, type TestUser } from '../support/fixture-user.js';
import { UsualGuard, UsualInterceptor } from '../support/usual-application.js';

@RestController('v1', '/echo')
class EchoController {
  @RestRoute('', [HttpMethod.Get, HttpMethod.Post], new PublicAccess())
  echo(text: string): { text: string } {
    return { text };
  }

  @RestRoute('/mine', HttpMethod.Get, new Capability('read'))
  mine({ user }: RestRequest<TestUser>): string | undefined {
    return user.name;
  }

  @RestRoute('/mine', HttpMethod.Delete, new Capability('clear'))
  clear(): void {}
}

// If this fails, the other tests are those of applications without these parts.
describe.each(ADAPTERS)('the usual application on %s', (adapter) => {
  const app = useRoutes([EchoController], { adapter });

  test.each(['GET', 'POST'])(
    'a %s request passes its guard and its interceptor, and has the headers of helmet and CORS',
    async (method) => {
      const guard = app.nest.get(UsualGuard, { strict: false });
      const interceptor = app.nest.get(UsualInterceptor, { strict: false });
      const before = [guard.admitted, interceptor.passed];
      const { status, body, headers } = await app.fetch(method, '/api/acme/v1/echo?text=a', {
        headers: { origin: 'https://example.com' },
      });
      expect([status, body]).toEqual([200, { text: 'a' }]);
      expect([guard.admitted, interceptor.passed]).toEqual(before.map((count) => count + 1));
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'self'"),
        'access-control-allow-origin': '*',
      });
    },
  );

  test('a token decides on a capability, and on the methods that a caller may use', async () => {
    const ask = (headers: Readonly<Record<string, string>>) =>
      app.fetch('GET', '/api/acme/v1/echo/mine', { headers });
    const ada = await ask(signedAs({ id: 1, name: 'ada', capabilities: ['read'] }));
    const editor = await ask(signedAs({ id: 2, name: 'bob', capabilities: ['read', 'clear'] }));
    const other = await ask(signedAs({ id: 3 }));
    const anonymous = await ask({});
    expect([ada, editor, other, anonymous].map(({ status }) => status)).toEqual([
      200, 200, 403, 401,
    ]);
    expect([ada.body, editor.body]).toEqual(['ada', 'bob']);
    expect([ada.headers.allow, editor.headers.allow]).toEqual(['GET', 'GET, DELETE']);
  });

  test('a forged token is a 401', async () => {
    const { status } = await app.fetch('GET', '/api/acme/v1/echo/mine', {
      headers: { authorization: 'Bearer a.b.c' },
    });
    expect(status).toBe(401);
  });
});
