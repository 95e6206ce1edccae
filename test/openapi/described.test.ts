import { Injectable, StreamableFile } from '@nestjs/common';
import {
  Callback,
  Capability,
  EventStream,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestException,
  RestModule,
  RestResponse,
  RestRoute,
  RestRoutes,
  anyOf,
  type RestRequest,
  type RouteDescription,
  type int,
} from 'nestjs-rest-routes';
import {
  OpenApiDocuments,
  OpenApiModule,
  openApiDocument,
  type OpenApiDocument,
} from 'nestjs-rest-routes/openapi';
import { of } from 'rxjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS, startApplication, type TestApplication } from '../support/application.js';
import { problemsOf } from './support/validators.js';
import { requestBodyOf } from './support/request-body.js';

interface Page<Item> {
  items: Item[];
  total: int;
}

interface Pet {
  name: string;
}

interface Owner {
  mail: string;
}

class Changes extends EventStream {}

const TAKEN = 'pet_taken';

@Injectable()
class Calls {
  count = 0;
}

/** Pets and those who keep them. */
@RestController('v1', '/pets')
class PetsController {
  /**
   * @throws {RestException} pet_resting 503 It sleeps.
   * @throws {RestException} pet_not_found 404 There is no such pet.
   * @throws {TypeError} not_this 409 Another class.
   */
  @RestRoute('/{id}', HttpMethod.Get, new Callback(PetsController.owns))
  one(id: int): Pet {
    if (id === 1) throw new RestException(TAKEN, 'It is taken.', 409);
    if (id === 2) throw new RestException('pet_not_found', `No pet ${id}.`, 404);
    if (id === 3) throw new RestException(String(id), 'Not constant.', 418);
    return { name: 'Rex' };
  }

  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(): Page<Pet> {
    return { items: [], total: 0 };
  }

  @RestRoute('', HttpMethod.Post, new Callback(PetsController.owns, { anonymous: false }))
  create(@Param({ minLength: 1 }) name: string): Pet {
    return { name };
  }

  @RestRoute(
    '',
    HttpMethod.Put,
    anyOf(new Capability('edit_pets'), new Callback(PetsController.undocumented)),
  )
  replace(): void {}

  @RestRoute('/picture', HttpMethod.Get, new PublicAccess())
  picture(kind: string = 'image/png'): StreamableFile {
    return new StreamableFile(Buffer.from('x'), { type: kind });
  }

  @RestRoute('/maybe', HttpMethod.Get, new PublicAccess())
  maybe(there: boolean = true): Promise<StreamableFile | undefined> {
    return Promise.resolve(there ? new StreamableFile(Buffer.from('x')) : undefined);
  }

  @RestRoute('/either', HttpMethod.Get, new PublicAccess())
  either(whole: boolean = true): StreamableFile | Pet {
    return whole ? new StreamableFile(Buffer.from('x')) : { name: 'Rex' };
  }

  @RestRoute('/inferred', HttpMethod.Get, new PublicAccess())
  inferred(whole: boolean = true) {
    return whole ? new StreamableFile(Buffer.from('x'), { type: 'text/csv' }) : { name: 'Rex' };
  }

  @RestRoute('/changes', HttpMethod.Get, new PublicAccess())
  changes(): Changes {
    return new Changes(of({ data: 'a' }));
  }

  /** Owners of a pet. */
  static owns(calls: Calls): boolean {
    calls.count += 1;
    return true;
  }

  static undocumented(): boolean {
    return true;
  }
}

@RestController('v1', '/owners')
class OwnersController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(): Page<Owner> {
    return { items: [], total: 0 };
  }
}

describe.each(ADAPTERS)('the document of an application, on %s', (adapter) => {
  let app: TestApplication;
  let routes: readonly RouteDescription[];
  let document: OpenApiDocument;
  beforeAll(async () => {
    const license = { name: 'MIT', identifier: 'MIT' };
    app = await startApplication(
      {
        imports: [
          RestModule.forRoot({ namespace: 'acme' }),
          OpenApiModule.forRoot({ bodies: 'json', info: { license, description: 'A shop.' } }),
        ],
        providers: [PetsController, OwnersController, Calls],
      },
      { adapter },
    );
    routes = await app.nest.get(RestRoutes).list();
    document = app.nest.get(OpenApiDocuments).document();
  });
  afterAll(() => app.close());

  const at = (path: string, method = 'get') => {
    const operation = document.paths[`/api/acme/v1${path}`]?.[method];
    if (operation === undefined) throw new Error(`No ${method} ${path}.`);
    return operation;
  };
  const contentOf = (path: string, status = '200') => {
    const response = at(path).responses[status] ?? {};
    return 'content' in response ? Object.keys(response.content ?? {}) : [];
  };
  const typeOf = async (path: string) => {
    const { status, headers } = await app.fetch('GET', `/api/acme/v1${path}`);
    return [status, headers['content-type']?.split(';')[0]];
  };

  test('has neither errors nor warnings', async () => {
    expect(await problemsOf(document)).toEqual([]);
  });

  test('begins with the text of the application, and names the parameters of WordPress after it', () => {
    expect(document.info.description).toMatch(/^A shop\.\n\nIn the query of a request, `_fields` /);
    expect(openApiDocument(routes).info.description).toBeUndefined();
  });

  test('says of a callback what its doc comment says, and names no class', () => {
    expect(at('/pets', 'post').description).toBe(
      'May be called by callers that the application accepts (Owners of a pet).',
    );
    expect(at('/pets', 'put').description).toBe(
      'May be called by callers with the capability `edit_pets` or that the application accepts.',
    );
    expect(JSON.stringify(document)).not.toContain('PetsController');
  });

  test('has {} in security only if an anonymous caller can pass', async () => {
    expect(at('/pets/{id}').security).toEqual([{}, { bearer: [] }]);
    expect(at('/pets', 'post').security).toEqual([{ bearer: [] }]);
    expect((await app.fetch('GET', '/api/acme/v1/pets/7')).status).toBe(200);
    const { count } = app.nest.get(Calls);
    const headers = { 'content-type': 'application/json' };
    const sent = await app.fetch('POST', '/api/acme/v1/pets', { headers, body: '{"name":"Rex"}' });
    expect([sent.status, sent.body]).toMatchObject([401, { code: 'rest_forbidden' }]);
    expect(app.nest.get(Calls).count).toBe(count);
  });

  test('has the errors of a route with their codes', async () => {
    const { responses } = at('/pets/{id}');
    const codes = (status: string) =>
      /"enum":(\[[^\]]*\])/.exec(JSON.stringify(responses[status]))?.[1];
    expect(codes('409')).toBe('["pet_taken"]');
    expect(codes('503')).toBe('["pet_resting"]');
    expect(codes('404')).toBe('["pet_not_found","rest_no_route"]');
    expect(responses['409']).toMatchObject({ description: '`pet_taken` It is taken.' });
    expect(responses['404']).toMatchObject({
      description: '`pet_not_found` There is no such pet.\n\nThere is nothing at this path.',
    });
    expect(Object.keys(responses)).toContain('default');
    expect(Object.keys(responses)).not.toContain('418');
    for (const [id, code] of [
      [1, 'pet_taken'],
      [2, 'pet_not_found'],
    ]) {
      const sent = await app.fetch('GET', `/api/acme/v1/pets/${id}`);
      expect(sent.body).toMatchObject({ code });
    }
  });

  test("errors in Nest's format may have a code of the application, and none of the library", () => {
    const { paths, components } = openApiDocument(routes, { errors: 'nest' });
    const { responses } = paths['/api/acme/v1/pets/{id}']?.['get'] ?? {};
    const { RestError } = components.schemas;
    expect(RestError).toMatchObject({
      properties: { code: { type: 'string' } },
      required: ['statusCode', 'message'],
    });
    for (const [status, code] of [
      ['409', 'pet_taken'],
      ['404', 'pet_not_found'],
    ] as const) {
      const codes = { type: 'object', properties: { code: { type: 'string', enum: [code] } } };
      const schema = { allOf: [{ $ref: '#/components/schemas/RestError' }, codes] };
      expect(responses?.[status]).toMatchObject({ content: { 'application/json': { schema } } });
    }
  });

  test('names schemas alike in every order of the routes', () => {
    const named = (list: readonly RouteDescription[]) => {
      const { paths, components } = openApiDocument(list);
      return { paths, schemas: components.schemas };
    };
    expect(named(routes.toReversed())).toEqual(named(routes));
    expect(Object.keys(document.components.schemas).toSorted()).toEqual([
      'Owner',
      'Owners_Page',
      'Pet',
      'Pets_Page',
      'RestError',
    ]);
  });

  test('describes a tag by the doc comment of its class', () => {
    expect(document.tags).toEqual([
      { name: 'Pets', description: 'Pets and those who keep them.' },
      { name: 'Owners' },
    ]);
  });

  test('lists bodies for JSON only, if it is told to', () => {
    const types = (whole: OpenApiDocument) =>
      Object.keys(requestBodyOf(whole, whole.paths['/api/acme/v1/pets']?.['post'])?.content ?? {});
    expect(types(document)).toEqual(['application/json']);
    expect(document.components.requestBodies).toBeUndefined();
    expect(types(openApiDocument(routes))).toEqual([
      'application/json',
      'application/x-www-form-urlencoded',
    ]);
  });

  test('has streams as they are sent', async () => {
    expect(contentOf('/pets/picture')).toEqual(['*/*']);
    expect(await typeOf('/pets/picture?kind=image/gif')).toEqual([200, 'image/gif']);

    expect(contentOf('/pets/maybe')).toEqual(['application/octet-stream']);
    expect(contentOf('/pets/maybe', '204')).toEqual([]);
    expect(await typeOf('/pets/maybe')).toEqual([200, 'application/octet-stream']);
    expect(await typeOf('/pets/maybe?there=false')).toEqual([204, undefined]);

    expect(contentOf('/pets/either')).toEqual(['application/octet-stream', 'application/json']);
    expect(await typeOf('/pets/either')).toEqual([200, 'application/octet-stream']);
    expect(await typeOf('/pets/either?whole=false')).toEqual([200, 'application/json']);

    expect(contentOf('/pets/inferred').toSorted()).toEqual(['application/json', 'text/csv']);
    expect(await typeOf('/pets/inferred')).toEqual([200, 'text/csv']);

    expect(contentOf('/pets/changes')).toEqual(['text/event-stream']);
    expect(await typeOf('/pets/changes')).toEqual([200, 'text/event-stream']);
  });
});

@RestController('v1', '/doors')
class DoorsController {
  @RestRoute('/locked', HttpMethod.Get, new Capability('open_doors'))
  locked(): string {
    return 'open';
  }

  @RestRoute('/jammed', HttpMethod.Get, new PublicAccess())
  jammed(): string {
    throw new Error('The hinge is broken.');
  }
}

test.each(['wordpress', 'problem', 'nest'] as const)(
  'the examples of errors are what an application with the errors of %s sends',
  async (errors) => {
    const user = ({ headers }: RestRequest) => headers['x-user'];
    const app = await startApplication(
      {
        imports: [RestModule.forRoot({ namespace: 'acme', errors, user }), OpenApiModule.forRoot()],
        providers: [DoorsController],
      },
      { adapter: 'express' },
    );
    const { responses } = app.nest.get(OpenApiDocuments).document().components;
    const known = { headers: { 'x-user': 'ada' } };
    const sent = {
      Unauthenticated: await app.fetch('GET', '/api/acme/v1/doors/locked'),
      Forbidden: await app.fetch('GET', '/api/acme/v1/doors/locked', known),
      Failed: await app.fetch('GET', '/api/acme/v1/doors/jammed'),
    };
    await app.close();
    for (const [name, { body, headers }] of Object.entries(sent)) {
      const [type = ''] = String(headers['content-type']).split(';');
      expect(responses[name]?.content?.[type], name).toMatchObject({ example: body });
    }
  },
);
