import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';
import { UsualGuard, UsualInterceptor } from '../support/usual-application.js';

@RestController('v1', '/echo')
class EchoController {
  @RestRoute('', [HttpMethod.Get, HttpMethod.Post], new PublicAccess())
  echo(text: string): { text: string } {
    return { text };
  }
}

// Only the project "usual" runs this file: without its setting, the other tests of the project would be those of bare applications.
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
});
