import { Test } from '@nestjs/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { INestApplication } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  Capability,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestException,
  RestModule,
  RestRoute,
  type RestModuleOptions,
  type int,
} from '../../lib/index.js';
import { ADAPTERS } from '../support/application.js';

/** The token of the list of features. It is not exported: applications do not choose among them. */
const FEATURES = Symbol.for('nestjs-rest-routes.features');

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int, context: 'view' | 'edit' = 'view') {
    if (id === 404) throw new RestException('item_unknown', 'No such item.', 404);
    if (id === 500) throw new TypeError('SECRET');
    return { id, context };
  }

  @RestRoute('', HttpMethod.Post, new Capability('create_items'))
  create(@Param({ minLength: 2 }) title: string) {
    return { title };
  }

  @RestRoute('/{id}', HttpMethod.Delete, new Capability('delete_items'))
  remove(id: int): void {
    if (id < 1) throw new RangeError('No id.');
  }
}

describe.each(ADAPTERS)('the core without any feature, on %s', (name) => {
  let app: INestApplication;
  let origin: string;

  beforeAll(async () => {
    const module = await Test.createTestingModule({
      imports: [
        RestModule.forRoot({
          namespace: 'acme',
          user: ({ headers: { authorization } }) =>
            authorization === undefined ? undefined : { capabilities: [authorization] },
        }),
      ],
      providers: [ItemsController],
    })
      .overrideProvider(FEATURES)
      .useValue([])
      .compile();
    app =
      name === 'express'
        ? module.createNestApplication(new ExpressAdapter(), { logger: false })
        : module.createNestApplication<NestFastifyApplication>(new FastifyAdapter(), {
            logger: false,
          });
    await app.listen(0, '127.0.0.1');
    origin = await app.getUrl();
  });

  afterAll(() => app.close());

  const send = async (
    method: string,
    path: string,
    { as, body }: { readonly as?: string; readonly body?: object } = {},
  ) => {
    const response = await fetch(`${origin}/api/acme/v1/items${path}`, {
      method,
      headers: {
        ...(as !== undefined && { authorization: as }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    };
  };

  test('routes, with arguments of the path and of the query', async () => {
    expect(await send('GET', '/7')).toEqual({ status: 200, body: { id: 7, context: 'view' } });
    expect(await send('GET', '/7?context=edit')).toMatchObject({ body: { context: 'edit' } });
    expect(await send('GET', '/seven')).toMatchObject({ status: 404 });
    expect(await send('PUT', '/7')).toMatchObject({ status: 404, body: { code: 'rest_no_route' } });
  });

  test('arguments are validated before the permission, and the method does not run', async () => {
    expect(await send('GET', '/7?context=other')).toMatchObject({
      status: 400,
      body: { code: 'rest_invalid_param', data: { params: { context: expect.any(String) } } },
    });
    const short = await send('POST', '', { as: 'create_items', body: { title: 'a' } });
    expect(short).toMatchObject({ status: 400 });
    expect(await send('POST', '', { as: 'create_items', body: {} })).toMatchObject({
      status: 400,
      body: { code: 'rest_missing_callback_param' },
    });
  });

  test('permissions: 401 for an anonymous user, 403 for another one, 200 and 204 with the capability', async () => {
    const body = { title: 'Lamp' };
    expect(await send('POST', '', { body })).toMatchObject({ status: 401 });
    expect(await send('POST', '', { body, as: 'delete_items' })).toMatchObject({ status: 403 });
    expect(await send('POST', '', { body, as: 'create_items' })).toEqual({ status: 200, body });
    expect(await send('DELETE', '/7', { as: 'delete_items' })).toEqual({
      status: 204,
      body: undefined,
    });
  });

  test('exceptions are responses, and say nothing of an error that was not meant for the client', async () => {
    expect(await send('GET', '/404')).toEqual({
      status: 404,
      body: { code: 'item_unknown', message: 'No such item.', data: { status: 404 } },
    });
    const { status, body } = await send('GET', '/500');
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain('SECRET');
  });

  test('what features do is not done', async () => {
    expect(await send('GET', '/7?_fields=id&_envelope')).toEqual({
      status: 200,
      body: { id: 7, context: 'view' },
    });
    expect((await fetch(`${origin}/api/`)).status).toBe(404);
  });
});

test.each<[RestModuleOptions, string]>([
  [{ errors: 'problem' }, 'errors is \'wordpress\', not "problem"'],
  [{ style: 'nest' }, 'errors is \'wordpress\', not "nest"'],
  [{ messages: () => undefined }, 'there is no option messages.'],
])('an option of a feature stops the start without it: %j', async (options, message) => {
  const module = await Test.createTestingModule({
    imports: [RestModule.forRoot({ namespace: 'acme', ...options })],
    providers: [ItemsController],
  })
    .overrideProvider(FEATURES)
    .useValue([])
    .compile();
  const app = module.createNestApplication(new ExpressAdapter(), { logger: false });
  await expect(app.init()).rejects.toThrow(`RestModule: ${message}`);
  await app.close();
});
