import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiProperty, DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { RestRoutes } from 'nestjs-rest-routes';
import { mergeOpenApi, openApiDocument } from 'nestjs-rest-routes/openapi';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startApplication } from '../support/application.js';
import { fixtureModule } from '../support/fixture.js';
import { problemsOf } from './support/validators.js';

class Line {
  @ApiProperty({ type: String, nullable: true })
  note!: string | null;
}

@Controller('plain')
class PlainController {
  @Get()
  @ApiOkResponse({ type: Line })
  line(): Line {
    return { note: null };
  }
}

describe.each(ADAPTERS)('a document of @nestjs/swagger on %s', (adapter) => {
  test.each(['3.0.0', '3.1.0'])('of version %s takes our routes in', async (version) => {
    const app = await startApplication(
      { ...fixtureModule, controllers: [PlainController] },
      { adapter },
    );
    const config = new DocumentBuilder()
      .setTitle('Both')
      .setDescription('Two kinds of routes.')
      .setLicense('MIT', 'https://opensource.org/license/mit')
      .addServer('/')
      .setOpenAPIVersion(version as '3.0.0')
      .build();
    const document = SwaggerModule.createDocument(app.nest, config);
    const own = openApiDocument(await app.nest.get(RestRoutes).list());
    const merged = mergeOpenApi(document, own);
    await app.close();

    expect(merged.openapi).toBe('3.1.1');
    expect(Object.keys(merged.paths)).toEqual(
      expect.arrayContaining(['/plain', '/api/acme/v1/items']),
    );
    expect(merged.components?.schemas?.['Line']).toMatchObject({
      properties: { note: { type: ['string', 'null'] } },
    });
    const { post } = merged.paths['/api/acme/v1/items'] ?? {};
    expect(post?.requestBody).toEqual({ $ref: '#/components/requestBodies/Items_create' });
    const { Items_create: body } = merged.components?.requestBodies ?? {};
    expect(JSON.stringify(body)).toContain('#/components/schemas/LineInput');
    expect(Object.keys(merged.components?.schemas ?? {})).toContain('RestLine');
    // What the decorators of Nest leave out is not ours to add: summaries, 4xx responses, security, descriptions of tags.
    const ours = (await problemsOf(merged)).filter((problem) => problem.includes('/api~1acme'));
    expect(ours).toEqual([]);
  });
});

test('a component that both have alike stays one', () => {
  const own = openApiDocument([]);
  const merged = mergeOpenApi({ openapi: '3.1.0', components: own.components }, own);
  expect(merged.components).toEqual(own.components);
});

test('a security scheme with a taken name gets another one, in the requirements too', () => {
  const own = openApiDocument([]);
  const components = { securitySchemes: { login: { type: 'http', scheme: 'basic' } } };
  const operation = { security: [{ login: [] }, {}] };
  const paths = { '/api/items': { get: operation } };
  const theirs = { securitySchemes: { login: { type: 'http', scheme: 'bearer' } } };
  const merged = mergeOpenApi(
    { openapi: '3.1.0', paths: { '/plain': { get: operation } }, components: theirs },
    { ...own, paths, components } as unknown as typeof own,
  );
  expect(merged.components).toMatchObject({
    securitySchemes: {
      login: { type: 'http', scheme: 'bearer' },
      Restlogin: { type: 'http', scheme: 'basic' },
    },
  });
  expect(merged.paths).toEqual({
    '/plain': { get: { security: [{ login: [] }, {}] } },
    '/api/items': { get: { security: [{ Restlogin: [] }, {}] } },
  });
});
