import { RestRoutes } from 'nestjs-rest-routes';
import { openApiDocument } from 'nestjs-rest-routes/openapi';
import { expect, test } from 'vitest';
import { startApplication } from '../support/application.js';
import { fixtureModule } from '../decorators/fixture.js';

test('the document of a method that is declared by hand has any success, because no return type is known', async () => {
  const app = await startApplication(fixtureModule, { adapter: 'express' });
  try {
    const { paths } = openApiDocument(await app.nest.get(RestRoutes).list());
    const { responses = {} } = paths['/api/acme/v1/items']?.['post'] ?? {};
    expect(Object.keys(responses).toSorted()).toEqual(
      ['200', '2XX', '400', '401', '403', '4XX', '5XX'].toSorted(),
    );
  } finally {
    await app.close();
  }
});
