import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, type TestApplication } from '../../support/application.js';
import { basicUser, hashPassword, type Account } from './application-passwords.js';
import { ItemsController } from './items.controller.js';

const PASSWORD = 'abcd EFGH 1234 ijkl';

describe.each(ADAPTERS)('application passwords on %s', (adapter) => {
  let app: TestApplication;
  beforeAll(async () => {
    const passwords = [
      await hashPassword('another client', randomBytes(16)),
      await hashPassword(PASSWORD, randomBytes(16)),
    ];
    const ada: Account = { id: 1, login: 'ada', capabilities: ['read'], passwords };
    const user = basicUser(new Map([['ada', ada]]));
    app = await startRoutes([ItemsController], { adapter, rest: { user } });
  });
  afterAll(() => app.close());

  const get = (credentials?: string) =>
    app.fetch('GET', '/api/acme/v1/items/mine', {
      headers:
        credentials === undefined
          ? {}
          : { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
    });

  test.each([`ada:${PASSWORD}`, 'ada:abcdEFGH1234ijkl', 'ada:another client'])(
    '%s authenticates',
    async (credentials) => {
      expect((await get(credentials)).status).toBe(200);
    },
  );

  test.each(['ada:wrong', `bob:${PASSWORD}`, 'ada:', ':', 'ada'])(
    '%s is rejected',
    async (credentials) => {
      expect((await get(credentials)).body).toMatchObject({
        code: 'incorrect_password',
        data: { status: 401 },
      });
    },
  );

  test('a request without credentials is anonymous', async () => {
    expect((await get()).body).toMatchObject({ code: 'rest_forbidden', data: { status: 401 } });
    expect((await app.fetch('GET', '/api/acme/v1/items')).status).toBe(200);
  });
});
