import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestResponse,
  RestRoute,
  RestRoutes,
  type int,
} from 'nestjs-rest-routes';
import { mergeOpenApi, openApiDocument, type OpenApiDocument } from 'nestjs-rest-routes/openapi';
import { beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';
import { problemsOf } from './support/validators.js';

interface Seated {
  kind: 'seated';
  rows: int;
}

interface Standing {
  kind: 'standing' | 'lawn';
  capacity: int;
}

interface Group {
  kind: 'group';
  parts: (Group | Seated)[];
}

interface Plain {
  rows: int;
}

@RestController('v1', '/maps')
class MapsController {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  save(blocks: (Seated | Standing)[], main: Seated | Standing | null = null): Seated | Standing {
    const [first] = blocks;
    return main ?? first ?? { kind: 'seated', rows: 0 };
  }
  @RestRoute('/tree', HttpMethod.Post, new PublicAccess())
  tree(root: Group | Seated): int {
    return root.kind === 'group' ? root.parts.length : root.rows;
  }
  @RestRoute('/plain', HttpMethod.Post, new PublicAccess())
  plain(one: Plain | Standing): int {
    return 'rows' in one ? one.rows : one.capacity;
  }
  @RestRoute('/{id}', HttpMethod.Put, new PublicAccess(), {
    openapi: {
      requestHeaders: [{ name: 'If-Match', description: 'The version.', required: true }],
      responseHeaders: [{ name: 'ETag', description: 'The new version.' }],
    },
  })
  replace(id: int): RestResponse<int, 200> {
    return new RestResponse(id, 200).header('ETag', `"${id}"`);
  }
}

const MAPS = '/api/acme/v1/maps';
const at = (name: string) => `#/components/schemas/${name}`;

describe.each(ADAPTERS)('unions and headers in a document on %s', (adapter) => {
  const app = useRoutes([MapsController], { adapter });
  let document: OpenApiDocument;

  beforeAll(async () => {
    const license = { name: 'MIT', identifier: 'MIT' };
    document = openApiDocument(await app.nest.get(RestRoutes).list(), { info: { license } });
  });

  const schemaOf = (path: string, name: string) => {
    const { requestBodies = {} } = document.components;
    const [body] = Object.entries(requestBodies).flatMap(([id, one]) =>
      id === path ? [one.content['application/json']?.schema] : [],
    );
    return (body?.['properties'] as Record<string, unknown> | undefined)?.[name];
  };

  test('are valid', async () => {
    expect(await problemsOf(document)).toEqual([]);
  });

  test('say which literal chooses which component, in requests and in responses', () => {
    const distinguished = {
      anyOf: [{ $ref: at('SeatedInput') }, { $ref: at('StandingInput') }],
      discriminator: {
        propertyName: 'kind',
        mapping: {
          seated: at('SeatedInput'),
          standing: at('StandingInput'),
          lawn: at('StandingInput'),
        },
      },
    };
    expect(schemaOf('Maps_save', 'blocks')).toEqual({ type: 'array', items: distinguished });
    expect(schemaOf('Maps_save', 'main')).toEqual({
      anyOf: [distinguished, { type: 'null' }],
      default: null,
    });
    expect(document.paths[MAPS]?.['post']?.responses['200']).toMatchObject({
      content: {
        'application/json': {
          schema: { discriminator: { mapping: { seated: at('Seated'), lawn: at('Standing') } } },
        },
      },
    });
  });

  test('say so within an object that contains itself', () => {
    const mapping = { group: at('Group'), seated: at('SeatedInput') };
    expect(schemaOf('Maps_tree', 'root')).toMatchObject({ discriminator: { mapping } });
    expect(document.components.schemas['Group']).toMatchObject({
      properties: { parts: { items: { discriminator: { mapping } } } },
    });
  });

  test('have none if an alternative has no literal', () => {
    expect(schemaOf('Maps_plain', 'one')).not.toHaveProperty('discriminator');
  });

  test('keep their references if a merged document has other components of these names', () => {
    const theirs = {
      openapi: '3.1.0',
      components: { schemas: { SeatedInput: { type: 'integer' } } },
    };
    const text = JSON.stringify(mergeOpenApi(theirs, document));
    expect(text).toContain(`"seated":"${at('RestSeatedInput')}"`);
    expect(text).not.toContain(`"seated":"${at('SeatedInput')}"`);
  });

  test('have the headers that a route states', async () => {
    const operation = document.paths[`${MAPS}/{id}`]?.['put'];
    expect(operation?.parameters).toContainEqual({
      name: 'If-Match',
      in: 'header',
      required: true,
      description: 'The version.',
      schema: { type: 'string' },
    });
    expect(operation?.responses['200']).toMatchObject({
      headers: { ETag: { description: 'The new version.', schema: { type: 'string' } } },
    });
    expect((await app.fetch('PUT', `${MAPS}/7`)).headers['etag']).toBe('"7"');
  });
});
