import { Controller, Get, Module, VersioningType, type INestApplication } from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';

const OPEN = new PublicAccess();

/** Was `@Controller({ path: 'users', version: '1' })`. */
@RestController('v1', '/users')
class UsersController {
  @RestRoute('/{id}', HttpMethod.Get, OPEN)
  one(id: int) {
    return { id };
  }
}

/** Was `@Controller('articles')`. */
@RestController('articles')
class ArticlesController {
  @RestRoute('', HttpMethod.Get, OPEN)
  list() {
    return ['first'];
  }
  @RestRoute('/{slug}/comments', HttpMethod.Get, OPEN)
  comments(slug: string) {
    return [slug];
  }
}

@Controller({ path: 'orders', version: '1' })
class OrdersController {
  @Get()
  list() {
    return ['plain'];
  }
}

@Controller('reports')
class ReportsController {
  @Get()
  list() {
    return ['routed'];
  }
}

/** Was `@Controller('audits')`. */
@RestController('admin', '/audits')
class AuditsController {
  @RestRoute('', HttpMethod.Get, OPEN)
  list() {
    return ['whole'];
  }
}

/** `RouterModule` has it at `admin`, for its plain controllers. */
@Module({ controllers: [ReportsController], providers: [AuditsController] })
class ReportsModule {}

describe.each(ADAPTERS)('URLs of an application that moves in, on %s', (adapter) => {
  const app = useRoutes([UsersController, ArticlesController], {
    adapter,
    rest: { prefix: '', namespace: 'api' },
    imports: [ReportsModule, RouterModule.register([{ path: 'admin', module: ReportsModule }])],
    controllers: [OrdersController],
    configure: (nest: INestApplication) => {
      nest.setGlobalPrefix('api');
      nest.enableVersioning({ type: VersioningType.URI });
    },
  });

  test.each([
    ['/api/v1/users/7', { id: 7 }],
    ['/api/articles', ['first']],
    ['/api/articles/a-b/comments', ['a-b']],
    ['/api/v1/orders', ['plain']],
    ['/api/admin/reports', ['routed']],
    ['/api/admin/audits', ['whole']],
  ])('%s is where it was', async (path, expected) => {
    const { status, body } = await app.fetch('GET', path);
    expect([status, body]).toEqual([200, expected]);
  });

  test('a path without a route is a 404, of the library or of the application', async () => {
    const own = await app.fetch('GET', '/api/articles/a/b/c');
    expect([own.status, own.body]).toMatchObject([404, { code: 'rest_no_route' }]);
    const other = await app.fetch('GET', '/api/nothing');
    expect([other.status, other.body]).toMatchObject([404, { statusCode: 404 }]);
  });
});
