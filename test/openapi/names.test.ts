import {
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  RestRoutes,
  ValueClass,
  type int,
} from 'nestjs-rest-routes';
import { openApiDocument, type OpenApiDocument } from 'nestjs-rest-routes/openapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, type TestApplication } from '../support/application.js';
import { problemsOf } from './support/validators.js';

@ValueClass()
class Größe {
  breite!: int;
}

@RestController('v1', '/boxes')
class KästenController {
  @RestRoute('', 'GET', new PublicAccess())
  liste(größen: Größe[]) {
    return größen;
  }

  @RestRoute('/size', 'PUT', new PublicAccess())
  größe(@Param() größe: Größe) {
    return größe;
  }

  @RestRoute('/count', 'PUT', new PublicAccess())
  gräße(anzahl: int) {
    return anzahl;
  }
}

describe.each(ADAPTERS)('names in a document on %s', (adapter) => {
  let app: TestApplication;
  let document: OpenApiDocument;
  beforeAll(async () => {
    app = await startRoutes([KästenController], { adapter });
    const info = { license: { name: 'MIT', identifier: 'MIT' } };
    document = openApiDocument(await app.nest.get(RestRoutes).list(), { info });
  });
  afterAll(() => app.close());

  test('have only characters that OpenAPI allows, and names that would be the same have a number', async () => {
    const { schemas, requestBodies = {} } = document.components;
    expect(Object.keys(requestBodies).toSorted()).toEqual(['K_sten_gr__e', 'K_sten_gr__e_2']);
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(['Gr__e', 'K_sten_liste_gr__en']));
    expect(await problemsOf(document)).toEqual([]);
  });
});

@RestController('v1', '/order-items')
class OrderItemsController {
  @RestRoute('', 'GET', new PublicAccess())
  list() {}
  @RestRoute('', 'POST', new PublicAccess())
  create() {}
  @RestRoute('/{id}', 'GET', new PublicAccess())
  findOne(id: int) {
    return id;
  }
  @RestRoute('/{id}/read', 'PUT', new PublicAccess())
  markAsRead(id: int) {
    return id;
  }
}

describe.each(ADAPTERS)('an operation without a doc comment on %s', (adapter) => {
  test('has the name of its method as the summary, and a tag without a text that says nothing', async () => {
    const app = await startRoutes([OrderItemsController], { adapter });
    const { paths, tags } = openApiDocument(await app.nest.get(RestRoutes).list());
    await app.close();
    const operations = Object.values(paths).flatMap((one) => Object.values(one));
    expect(operations).toHaveLength(4);
    expect(operations.map(({ summary }) => summary).toSorted()).toEqual([
      'Create',
      'Find one',
      'List',
      'Mark as read',
    ]);
    const texts = operations.map(({ description }) => description);
    expect(new Set(texts)).toEqual(new Set(['May be called by anyone.']));
    expect(tags).toEqual([{ name: 'OrderItems' }]);
  });
});
