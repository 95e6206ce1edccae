import {
  Format,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';

const LOWER = '3fa85f64-5717-4562-b3fc-2c963f66afa6';
const UPPER = LOWER.toUpperCase();

@RestController('v1', '/uuids')
class UuidsController {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(
    @Param({ format: Format.Uuid }) id: string,
    @Param({ format: Format.LowerCaseUuid }) parent = LOWER,
    @Param({ format: 'uuid' }) root = LOWER,
  ): readonly string[] {
    return [id, parent, root];
  }
}

describe.each(ADAPTERS)('UUIDs on %s', (adapter) => {
  const app = useRoutes([UuidsController], { adapter });

  test.each([LOWER, UPPER, 'aBcdef01-5717-4562-B3fc-2c963f66afa6'])(
    '%s arrives as it was sent',
    async (id) => {
      const { status, body: data } = await app.fetch('GET', `/api/acme/v1/uuids/${id}`);
      expect([status, data]).toEqual([200, [id, LOWER, LOWER]]);
    },
  );

  test.each(['parent', 'root'])(
    "WordPress's format of %s rejects capital letters",
    async (name) => {
      const { status, body: data } = await app.fetch(
        'GET',
        `/api/acme/v1/uuids/${LOWER}?${name}=${UPPER}`,
      );
      expect([status, data]).toMatchObject([
        400,
        { data: { params: { [name]: `${name} must be a UUID in lower case.` } } },
      ]);
    },
  );

  test.each([`${UPPER}0`, UPPER.slice(1), UPPER.replaceAll('-', ''), `${UPPER.slice(0, -1)}G`])(
    '%s is rejected',
    async (id) => {
      const { status, body: data } = await app.fetch('GET', `/api/acme/v1/uuids/${id}`);
      expect([status, data]).toMatchObject([
        400,
        { data: { details: { id: { code: 'rest_invalid_uuid', message: 'id must be a UUID.' } } } },
      ]);
    },
  );

  test('clients see one format', async () => {
    const { body: data } = await app.fetch('OPTIONS', `/api/acme/v1/uuids/${LOWER}`);
    const uuid = { type: 'string', format: 'uuid' };
    expect(data).toMatchObject({ endpoints: [{ args: { id: uuid, parent: uuid, root: uuid } }] });
  });
});
