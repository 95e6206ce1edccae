import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { SwaggerModule } from '@nestjs/swagger';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestModule,
  RestRoute,
} from 'nestjs-rest-routes';
import { OpenApiDocuments, OpenApiModule } from 'nestjs-rest-routes/openapi';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startApplication, useApplication } from '../../support/application.js';
import { protectReference } from './reference-password.js';

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {
    return [];
  }
}

const DENYING = { provide: APP_GUARD, useValue: { canActivate: () => false } };

@Module({
  imports: [RestModule.forRoot({ namespace: 'acme' }), OpenApiModule.forRoot()],
  providers: [ItemsController],
})
class ApiModule {}

const PLACES = [
  '/reference',
  '/reference/',
  '/reference/swagger-ui-init.js',
  '/reference/swagger-ui-bundle.js',
  '/reference/acme/v1.json',
  '/reference-json',
  '/reference-yaml',
];

/** What routers may read as one of the paths. */
const SPELLINGS = [
  '/REFERENCE',
  '/%72eference/acme/v1.json',
  '/reference%2Facme/v1.json',
  '//reference/acme/v1.json',
  '/reference;a=1/acme/v1.json',
  '/reference-json?a',
];

describe.each(ADAPTERS)('the page of @nestjs/swagger and the documents on %s', (adapter) => {
  const open = useApplication(() =>
    startApplication(
      { imports: [ApiModule], providers: [DENYING] },
      {
        adapter,
        configure: (nest) =>
          SwaggerModule.setup('reference', nest, () => nest.get(OpenApiDocuments).document()),
      },
    ),
  );
  const closed = useApplication(() =>
    startApplication(
      { imports: [ApiModule] },
      {
        adapter,
        configure: (nest) => {
          protectReference(nest, 'chair');
          SwaggerModule.setup('reference', nest, () => nest.get(OpenApiDocuments).document());
        },
      },
    ),
  );

  test('are not behind the guards of the application', async () => {
    expect((await open.fetch('GET', '/api/acme/v1/items')).status).toBe(403);
    for (const path of ['/reference', '/reference/acme/v1.json', '/reference-json']) {
      expect([path, (await open.fetch('GET', path)).status]).toEqual([path, 200]);
    }
  });

  test('ask for the password of the recipe, under every spelling, and routes do not', async () => {
    for (const path of [...PLACES, ...SPELLINGS]) {
      for (const headers of [{}, { authorization: `Basic ${btoa('docs:table')}` }]) {
        const { status } = await closed.fetch('GET', path, { headers });
        expect([path, status]).toEqual([path, 401]);
      }
    }
    const headers = { authorization: `Basic ${btoa('docs:chair')}` };
    for (const path of PLACES) {
      const { status } = await closed.fetch('GET', path, { headers });
      expect([path, status < 400]).toEqual([path, true]);
    }
    expect((await closed.fetch('GET', '/api/acme/v1/items')).status).toBe(200);
  });
});
