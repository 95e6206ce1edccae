import { Body, Controller, Post, UseGuards } from '@nestjs/common';
import { Callback, Param, PermissionGuard, RequirePermission } from 'nestjs-rest-routes';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ADAPTERS, useRoutes } from '../support/application.js';

const calls: unknown[] = [];

beforeEach(() => {
  calls.length = 0;
});

const evenNumber = z.coerce.number().refine(async (value) => {
  await Promise.resolve();
  return value % 2 === 0;
}, 'is not even');

@Controller('cats')
@UseGuards(PermissionGuard)
class CatsController {
  @Post()
  @RequirePermission(new Callback(CatsController.mayAdd))
  add(@Body() body: object) {
    return body;
  }

  static mayAdd(@Param({ name: 'paws', schema: evenNumber }) paws: unknown): boolean {
    calls.push(paws);
    return true;
  }
}

function json(body: object) {
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

describe.each(ADAPTERS)(
  'a callback of a plain controller with an asynchronous schema on %s',
  (adapter) => {
    const app = useRoutes([], { adapter, controllers: [CatsController] });

    test('gets the value that the schema has made', async () => {
      expect((await app.fetch('POST', '/cats', json({ paws: '4' }))).status).toBe(201);
      expect(calls).toEqual([4]);
    });

    test('is not called where the schema rejects the value', async () => {
      const { status, body } = await app.fetch('POST', '/cats', json({ paws: '3' }));
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { code: 'rest_invalid_param', data: { params: { paws: 'paws: is not even.' } } },
      });
      expect(calls).toEqual([]);
    });

    test('is not called where body and query differ', async () => {
      const { status } = await app.fetch('POST', '/cats?paws=4', json({ paws: '6' }));
      expect(status).toBe(400);
      expect(calls).toEqual([]);
    });
  },
);
