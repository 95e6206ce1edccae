import { RestRoutes } from 'nestjs-rest-routes';
import { openApiDocument } from 'nestjs-rest-routes/openapi';
import { expect, test } from 'vitest';
import { startApplication } from '../support/application.js';
import { fixtureModule } from '../decorators/fixture.js';
import { problemsOf } from './support/validators.js';

test('the document of a method that is declared by hand has the usual successes, because no return type is known', async () => {
  const app = await startApplication(fixtureModule, { adapter: 'express' });
  try {
    const { paths } = openApiDocument(await app.nest.get(RestRoutes).list());
    const { responses = {} } = paths['/api/acme/v1/items']?.['post'] ?? {};
    expect(Object.keys(responses).toSorted()).toEqual(
      ['200', '201', '400', '401', '403', '413', '415', '500', 'default'].toSorted(),
    );
  } finally {
    await app.close();
  }
});

test('a document has ranges of statuses only if they are asked for', async () => {
  const app = await startApplication(fixtureModule, { adapter: 'express' });
  const routes = await app.nest.get(RestRoutes).list();
  await app.close();
  const license = { name: 'MIT', identifier: 'MIT' };
  for (const statuses of ['explicit', 'ranges'] as const) {
    const document = openApiDocument(routes, { statuses, info: { license } });
    expect(await problemsOf(document)).toEqual([]);
    const keys = Object.values(document.paths)
      .flatMap((item) => Object.values(item))
      .flatMap(({ responses }) => Object.keys(responses));
    expect(keys.some((key) => key.endsWith('XX'))).toBe(statuses === 'ranges');
    expect(keys.includes('default')).toBe(statuses === 'explicit');
  }
  const { paths } = openApiDocument(routes, { statuses: 'ranges' });
  expect(Object.keys(paths['/api/acme/v1/items']?.['post']?.responses ?? {}).toSorted()).toEqual(
    ['200', '2XX', '400', '401', '403', '4XX', '5XX'].toSorted(),
  );
});
