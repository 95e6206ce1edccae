import { SetMetadata } from '@nestjs/common';
import {
  Capability,
  HttpMethod,
  InvalidArgumentException,
  PublicAccess,
  RestController,
  RestRoute,
} from 'nestjs-rest-routes';
import { OpenApiDocuments, OpenApiModule, type OpenApiDocument } from 'nestjs-rest-routes/openapi';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';
import { problemsOf } from './support/validators.js';

interface Secret {
  secret: string;
}

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(): string[] {
    return [];
  }
  @RestRoute('/prices', HttpMethod.Get, new Capability('trade'))
  @SetMetadata('audience', 'partner')
  prices(): number[] {
    return [];
  }
  /** @tags Internal */
  @RestRoute('/secrets', HttpMethod.Get, new Capability('admin'))
  secrets(): Secret[] {
    return [];
  }
  @RestRoute('/hidden', HttpMethod.Get, new PublicAccess(), { hidden: true })
  hidden(): string[] {
    return [];
  }
}

describe.each(ADAPTERS)('several documents of an application on %s', (adapter) => {
  const app = useRoutes([ItemsController], {
    adapter,
    imports: [
      OpenApiModule.forRoot({
        info: { license: { name: 'MIT', identifier: 'MIT' } },
        documents: {
          public: ({ permission }) => permission.kind === 'public',
          partner: ({ metadata }) => metadata.includes('audience: "partner"'),
          internal: ({ operation }) => operation.tags?.includes('Internal') === true,
          nothing: () => false,
        },
      }),
    ],
  });
  const read = async (path: string) => {
    const { status, body } = await app.fetch('GET', `/reference${path}`);
    return { status, document: body as OpenApiDocument };
  };

  test('have the routes that their functions include, by permission, metadata and tag', async () => {
    for (const [name, path] of [
      ['public', '/items'],
      ['partner', '/items/prices'],
      ['internal', '/items/secrets'],
    ] as const) {
      const { status, document } = await read(`/${name}/acme/v1.json`);
      expect([name, status, Object.keys(document.paths)]).toEqual([
        name,
        200,
        [`/api/acme/v1${path}`],
      ]);
      expect(await problemsOf(document)).toEqual([]);
      expect(Object.hasOwn(document.components.schemas, 'Secret')).toBe(name === 'internal');
    }
  });

  test('are in place of the one with all routes, and one without routes is not served', async () => {
    expect((await read('/acme/v1.json')).status).toBe(404);
    expect((await read('/nothing/acme/v1.json')).status).toBe(404);
  });

  test('are documents for a page by their names', () => {
    const documents = app.nest.get(OpenApiDocuments);
    const { paths } = documents.document('acme/v1', 'partner');
    expect(Object.keys(paths)).toEqual(['/api/acme/v1/items/prices']);
    expect(Object.keys(documents.document('acme/v1').paths)).toHaveLength(3);
    expect(() => documents.document('acme/v1', 'other')).toThrow(InvalidArgumentException);
  });
});

test('the name of a document is a segment of a path', () => {
  expect(() => OpenApiModule.forRoot({ documents: { 'a/b': () => true } })).toThrow(
    InvalidArgumentException,
  );
});
