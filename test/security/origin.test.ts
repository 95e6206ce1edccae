import { describe, expect, test } from 'vitest';
import { ADAPTERS, startApplication, useApplication } from '../support/application.js';
import { fixtureModule } from '../support/fixture.js';

describe.each(ADAPTERS)('on %s', (adapter) => {
  const app = useApplication(() =>
    startApplication(fixtureModule, { adapter, trustsProxies: true }),
  );

  const linkFor = async (headers: Readonly<Record<string, string>>) =>
    (await app.fetch('GET', '/api/acme/v1/items', { headers })).headers['link'];

  test('URLs in a response begin with http or https and the `Host` of the request; any other scheme or `Host` is left out.', async () => {
    const relative = '</api/>; rel="https://api.w.org/"';
    for (const scheme of ['javascript', 'x', 'http>; rel="next', 'http://evil/']) {
      expect(await linkFor({ 'x-forwarded-proto': scheme, host: 'a.example' })).toBe(relative);
    }
    expect(await linkFor({ host: 'a>; rel="next"' })).toBe(relative);
    expect(await linkFor({ 'x-forwarded-proto': 'https', host: 'a.example' })).toBe(
      '<https://a.example/api/>; rel="https://api.w.org/"',
    );
  });
});
