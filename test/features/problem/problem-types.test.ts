import { Controller, Get, UseFilters } from '@nestjs/common';
import {
  HttpMethod,
  InvalidArgumentException,
  PublicAccess,
  RestController,
  RestException,
  RestExceptionFilter,
  RestRoute,
  RestRoutes,
} from 'nestjs-rest-routes';
import { openApiDocument } from 'nestjs-rest-routes/openapi';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';
import { problemsOf } from '../../openapi/support/validators.js';

const LOCKED = 'https://example.com/errors/locked';
const TAKEN = '/errors#taken';
const OPEN = new PublicAccess();

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('/stated', HttpMethod.Get, OPEN)
  stated() {
    throw new RestException('item_locked', 'It is locked.', 423, { type: 'a' }, { type: LOCKED });
  }

  /**
   * Renames an item.
   *
   * @throws {RestException} item_taken 409 </errors#taken> There is such an item.
   * @throws {RestException} item_gone 410 It is gone.
   */
  @RestRoute('/tagged/{kind}', HttpMethod.Get, OPEN)
  async tagged(kind: string) {
    await Promise.resolve();
    if (kind === 'taken') throw failure('item_taken', 409);
    if (kind === 'other') throw failure('item_other', 409);
    throw failure('item_gone', 410);
  }

  @RestRoute('/optional', HttpMethod.Get, OPEN, {
    openapi: { errors: [{ code: 'item_taken', status: 409, type: TAKEN }] },
  })
  optional() {
    throw failure('item_taken', 409);
  }
}

function failure(code: string, status: number) {
  return new RestException(code, 'It failed.', status);
}

@Controller('plain')
@UseFilters(RestExceptionFilter)
class PlainController {
  @Get()
  fail(): never {
    throw new RestException('plain_failed', 'It failed.', 422, {}, { type: LOCKED });
  }
}

const ITEMS = '/api/acme/v1/items';

describe.each(ADAPTERS)('the type of a problem on %s', (adapter) => {
  const controllers = [PlainController];
  const app = useRoutes([ItemsController], { adapter, controllers, rest: { errors: 'problem' } });
  const worded = useRoutes([ItemsController], {
    adapter,
    rest: { errors: 'problem', messages: () => 'Nein.' },
  });
  const wordpress = useRoutes([ItemsController], { adapter, controllers });
  const typeAt = async (path: string, to = app) =>
    ((await to.fetch('GET', path)).body as { type?: unknown }).type;

  test('is that of the exception', async () => {
    expect((await app.fetch('GET', `${ITEMS}/stated`)).body).toEqual({
      type: LOCKED,
      title: 'Locked',
      status: 423,
      detail: 'It is locked.',
      code: 'item_locked',
      data: { type: 'a' },
    });
    expect(await typeAt('/plain')).toBe(LOCKED);
    expect(await typeAt(`${ITEMS}/stated`, worded)).toBe(LOCKED);
  });

  test('is that of the doc comment or of the options of the route for its codes', async () => {
    expect(await typeAt(`${ITEMS}/tagged/taken`)).toBe(TAKEN);
    expect(await typeAt(`${ITEMS}/optional`)).toBe(TAKEN);
    expect(await typeAt(`${ITEMS}/tagged/other`)).toBe('about:blank');
    expect(await typeAt(`${ITEMS}/tagged/gone`)).toBe('about:blank');
  });

  test('is in no other format', async () => {
    expect((await wordpress.fetch('GET', `${ITEMS}/stated`)).body).toEqual({
      code: 'item_locked',
      message: 'It is locked.',
      data: { status: 423, type: 'a' },
    });
    expect(await typeAt(`${ITEMS}/optional`, wordpress)).toBeUndefined();
  });

  test('is in the document of problems, beside the codes', async () => {
    const routes = await app.nest.get(RestRoutes).list();
    const document = openApiDocument(routes, {
      errors: 'problem',
      info: { license: { name: 'MIT', identifier: 'MIT' } },
    });
    expect(await problemsOf(document)).toEqual([]);
    const statedAt = (path: string, status: string) => {
      const operation = document.paths[`${ITEMS}${path}`]?.['get'];
      const response = operation?.responses[status] as {
        content?: Record<string, { schema: unknown }>;
      };
      const { schema } = response.content?.['application/problem+json'] ?? {};
      return (schema as { allOf: { properties: object }[] }).allOf[1]?.properties;
    };
    expect(statedAt('/stated', '423')).toEqual({
      type: { type: 'string', enum: [LOCKED] },
      code: { type: 'string', enum: ['item_locked'] },
    });
    expect(statedAt('/tagged/{kind}', '409')).toMatchObject({ type: { enum: [TAKEN] } });
    expect(statedAt('/tagged/{kind}', '410')).toEqual({
      code: { type: 'string', enum: ['item_gone'] },
    });
    expect(statedAt('/optional', '409')).toMatchObject({ type: { enum: [TAKEN] } });
    expect(JSON.stringify(openApiDocument(routes))).not.toContain(LOCKED);
  });
});

test('the type of a problem is a URI', () => {
  for (const type of ['', 'a b', '<a>']) {
    const make = () => new RestException('item_locked', 'It is locked.', 423, {}, { type });
    expect(make).toThrow(InvalidArgumentException);
  }
  const { problemType } = new RestException('a', 'b', 400, {}, { type: LOCKED });
  expect(problemType).toBe(LOCKED);
});
