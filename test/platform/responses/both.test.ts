import { RestDispatcher } from 'nestjs-rest-routes';
import { describe, beforeEach, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';
import {
  AuditInterceptor,
  LOCATION,
  MembersController,
  PLAIN,
  PlainMembersController,
  ROUTES,
} from './members.controller.js';

describe.each(ADAPTERS)('The response that interceptors find on %s', (adapter) => {
  let events: unknown[] = [];
  const app = useRoutes([MembersController], {
    adapter,
    controllers: [PlainMembersController],
    rest: {
      hooks: {
        onFailed: ({ status, code }) => void events.push(['failed', status, code]),
        onResponse: ({ status }) => void events.push(['responded', status]),
      },
    },
  });
  const { fetch } = app;

  beforeEach(() => {
    AuditInterceptor.seen = [];
    events = [];
  });

  async function sightings(path: string) {
    AuditInterceptor.seen = [];
    const response = await fetch('GET', path);
    return { response, seen: AuditInterceptor.seen };
  }

  test('The status and the headers of a result are on the response, as on a plain controller', async () => {
    const plain = await sightings(`${PLAIN}/created-response`);
    const route = await sightings(`${ROUTES}/created-response`);
    expect(plain.seen.map(({ at }) => at)).toEqual(['map', 'tap', 'finalize']);
    expect(plain.seen[0]).toMatchObject({ status: 201, location: LOCATION });
    expect(route.seen).toEqual(plain.seen);
    expect([route.response.status, route.response.headers.location]).toEqual([201, LOCATION]);
  });

  test('No result is a 204 for an interceptor too', async () => {
    const plain = await sightings(`${PLAIN}/nothing`);
    const route = await sightings(`${ROUTES}/nothing`);
    expect(route.seen.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(route.seen).toEqual(plain.seen);
    expect(route.response.status).toBe(204);
  });

  test('A status that the method sets on the response is kept', async () => {
    const { response, seen } = await sightings(`${ROUTES}/told`);
    expect(seen.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(response.status).toBe(202);
  });

  test('If an interceptor replaces the value, the final value decides about the status', async () => {
    const { response, seen } = await sightings(`${ROUTES}/replaced`);
    expect(seen[0]?.status).toBe(204);
    expect([response.status, response.body]).toEqual([200, { replaced: null }]);
    const other = await sightings(`${ROUTES}/other`);
    expect(other.seen[0]).toMatchObject({ status: 201, location: LOCATION });
    expect([other.response.status, other.response.headers.location]).toEqual([202, undefined]);
    expect(other.response.headers['set-cookie']).toBeUndefined();
  });

  test('If an interceptor fails, the error has no header of the result', async () => {
    const { response, seen } = await sightings(`${ROUTES}/failing`);
    expect(seen[0]).toMatchObject({ status: 201 });
    expect([response.status, response.headers.location]).toEqual([500, undefined]);
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  test('A request in process shows them too', async () => {
    const dispatcher = app.nest.get(RestDispatcher);
    const created = await dispatcher.request({ path: '/acme/v1/members/created-response' });
    expect(AuditInterceptor.seen[0]).toMatchObject({ status: 201, location: LOCATION });
    expect([created.status, created.headers['location']]).toEqual([201, LOCATION]);
    const other = await dispatcher.request({ path: '/acme/v1/members/other' });
    expect([other.status, other.headers]).toMatchObject([202, {}]);
    expect(other.headers).not.toHaveProperty('location');
    const cookies = await dispatcher.request({ path: '/acme/v1/members/audited-cookies' });
    expect(new Set(cookies.headers['set-cookie'])).toEqual(new Set(['a=1', 'b=2', 'c=3']));
  });

  test('A class serializer leaves out what its class excludes, from the cache too', async () => {
    const { text } = await fetch('GET', `${PLAIN}/account`);
    expect(text).toBe('{"id":1}');
    for (const path of ['/account', '/cached-account', '/cached-account'])
      expect([path, (await fetch('GET', ROUTES + path)).text]).toEqual([path, text]);
  });

  test('A response that cannot be sent is followed by the events of its error', async () => {
    expect((await fetch('GET', `${ROUTES}/circular`)).status).toBe(500);
    expect(events).toEqual([
      ['responded', 200],
      ['failed', 500, 'framework_internal_error'],
      ['responded', 500],
    ]);
  });

  test('A result may set several cookies', async () => {
    const { headers } = await fetch('GET', `${ROUTES}/cookies`);
    expect(headers['set-cookie']).toEqual(['a=1', 'b=2']);
  });

  test('Each cookie, link and name in Vary is sent once, beside those of interceptors', async () => {
    const { response, seen } = await sightings(`${ROUTES}/audited-cookies`);
    expect(seen[0]?.cookies).toEqual(['a=1', 'b=2']);
    const { headers } = response;
    expect(new Set(headers['set-cookie'])).toEqual(new Set(['a=1', 'b=2', 'c=3']));
    expect(headers['set-cookie']).toHaveLength(3);
    expect(headers.vary?.match(/X-Tenant/g)).toHaveLength(1);
    expect(String(headers['link']).match(/example\.com/g)).toHaveLength(1);
  });

  test('A text, null, a number and bytes are JSON', async () => {
    for (const [path, text] of [
      ['/text', String.raw`"a \"text\""`],
      ['/null', 'null'],
      ['/number', '7'],
      ['/bytes', '{"type":"Buffer","data":[97,98]}'],
    ]) {
      const response = await fetch('GET', `${ROUTES}${path}`);
      expect([response.status, response.text, response.headers['content-type']]).toEqual([
        200,
        text,
        'application/json; charset=utf-8',
      ]);
    }
  });
});
