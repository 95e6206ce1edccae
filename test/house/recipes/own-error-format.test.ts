import {
  BadRequestException,
  Controller,
  Get,
  NotFoundException,
  UseGuards,
  type ExceptionFilter,
  type Type,
} from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import {
  Capability,
  HttpMethod,
  PublicAccess,
  RestController,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';
import { NestBodyFilter, OwnBodyFilter, UnprocessableFilter } from './own-error-format.js';

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(page: int) {
    return page;
  }
  @RestRoute('', HttpMethod.Delete, new Capability('delete_items'))
  clear() {}
  @RestRoute('/missing', HttpMethod.Get, new PublicAccess())
  missing() {
    throw new NotFoundException('There is no such item.');
  }
}

class NoGuard {
  canActivate() {
    return false;
  }
}

@RestController('v1', '/rejected')
@UseGuards(NoGuard)
class RejectedController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {}
}

@RestController('v1', '/reasons')
class ReasonsController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {
    throw new BadRequestException({ reason: 'because' });
  }
}

@Controller('plain')
class PlainController {
  @Get()
  missing() {
    throw new NotFoundException('There is no such item.');
  }
}

const ITEMS = '/api/acme/v1/items';

describe.each(ADAPTERS)('errors of the format of an application on %s', (adapter) => {
  const controllers = [PlainController];
  const filterOf = (useClass: Type<ExceptionFilter>) => ({
    provide: APP_FILTER,
    useClass,
  });
  const unprocessable = useRoutes([ItemsController, filterOf(UnprocessableFilter)], {
    adapter,
    controllers,
  });
  const nest = useRoutes(
    [ItemsController, RejectedController, ReasonsController, filterOf(NestBodyFilter)],
    { adapter, controllers },
  );
  const own = useRoutes([ItemsController, filterOf(OwnBodyFilter)], { adapter, controllers });

  test('invalid arguments are a 422, and other errors keep their status', async () => {
    const invalid = await unprocessable.fetch('GET', `${ITEMS}?page=x`);
    expect([invalid.status, invalid.body]).toMatchObject([
      422,
      { code: 'rest_invalid_param', data: { status: 422, params: { page: expect.any(String) } } },
    ]);
    expect((await unprocessable.fetch('GET', ITEMS)).status).toBe(422);
    expect((await unprocessable.fetch('DELETE', ITEMS)).status).toBe(401);
    // Plain controllers keep the format of their errors too.
    expect((await unprocessable.fetch('GET', '/plain')).body).toEqual({
      error: 'Not Found',
      message: 'There is no such item.',
      statusCode: 404,
    });
    expect((await unprocessable.fetch('GET', `${ITEMS}?page=2`)).text).toBe('2');
  });

  test('every error has the own body', async () => {
    for (const [method, path, status, message] of [
      ['GET', `${ITEMS}?page=x`, 400, 'Invalid arguments: page.'],
      ['DELETE', ITEMS, 401, expect.any(String)],
      ['GET', `${ITEMS}/missing`, 404, 'There is no such item.'],
      ['GET', '/plain', 404, 'There is no such item.'],
    ] as const) {
      const response = await own.fetch(method, path);
      expect([path, response.status, response.body]).toEqual([
        path,
        status,
        { errors: { body: [message] } },
      ]);
    }
  });

  test('every error has the body that Nest gives it', async () => {
    for (const [method, path, body] of [
      [
        'GET',
        `${ITEMS}?page=x`,
        { statusCode: 400, message: ['page must be an integer.'], error: 'Bad Request' },
      ],
      [
        'GET',
        ITEMS,
        { statusCode: 400, message: 'Missing arguments: page.', error: 'Bad Request' },
      ],
      ['DELETE', ITEMS, { statusCode: 401, message: expect.any(String), error: 'Unauthorized' }],
      [
        'GET',
        `${ITEMS}/missing`,
        { statusCode: 404, message: 'There is no such item.', error: 'Not Found' },
      ],
      ['GET', '/api/acme/v1/reasons', { reason: 'because' }],
      [
        'GET',
        '/api/acme/v1/rejected',
        { statusCode: 403, message: expect.any(String), error: 'Forbidden' },
      ],
      ['GET', '/plain', { statusCode: 404, message: 'There is no such item.', error: 'Not Found' }],
    ] as const) {
      const response = await nest.fetch(method, path);
      expect([method, path, response.body]).toEqual([method, path, body]);
    }
  });
});
