import { ApiExcludeController, ApiExcludeEndpoint } from '@nestjs/swagger';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestRoute,
  RestRoutes,
} from 'nestjs-rest-routes';
import { OpenApiDocuments, OpenApiModule } from 'nestjs-rest-routes/openapi';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {
    return [];
  }

  @ApiExcludeEndpoint()
  @RestRoute('/internal', HttpMethod.Get, new PublicAccess())
  internal() {
    return { isInternal: true };
  }

  @ApiExcludeEndpoint(false)
  @RestRoute('/included', HttpMethod.Get, new PublicAccess())
  included() {
    return {};
  }
}

@ApiExcludeController()
@RestController('v1', '/jobs')
class JobsController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {
    return [];
  }
}

/** It has no other routes than excluded ones. */
@ApiExcludeController()
@RestController('v2', '/jobs')
class LaterController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {
    return [];
  }
}

describe.each(ADAPTERS)('routes that @nestjs/swagger excludes, on %s,', (adapter) => {
  const app = useRoutes([ItemsController, JobsController, LaterController], {
    adapter,
    imports: [OpenApiModule.forRoot({ path: '/docs' })],
  });

  test('are in no document, and the others are', async () => {
    const { paths } = app.nest.get(OpenApiDocuments).document();
    expect(Object.keys(paths)).toEqual(['/api/acme/v1/items', '/api/acme/v1/items/included']);
    const { body } = await app.fetch('GET', '/docs/acme/v1.json');
    expect(JSON.stringify(body)).not.toMatch(/items\/internal|jobs/i);
    expect((await app.fetch('GET', '/docs/acme/v2.json')).status).toBe(404);
  });

  test('are served, and the audit lists them', async () => {
    const { body } = await app.fetch('GET', '/api/acme/v1/items/internal');
    expect(body).toEqual({ isInternal: true });
    const described = await app.nest.get(RestRoutes).list();
    expect(described.map(({ path }) => path)).toContain('/api/acme/v1/jobs');
  });
});
