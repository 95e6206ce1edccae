import { describe, expect, test } from 'vitest';
import { ADAPTERS, startApplication, useApplication } from '../../support/application.js';
import { importInto, indexOf, newProject, serveImport, textOf } from './support.js';

const text = { type: 'string' };
const get = (args: object = {}) => [{ methods: ['GET'], args }];

const DOCUMENT = indexOf('shop/v1', {
  '/post/(?P<id>\\d+)/?(?P<field>[\\w-]+)?': get({ field: text, view: text }),
  '/list(?:/(?P<page>\\d+))?': get(),
  '/tree(?:/(?P<a>\\d+)(?:/(?P<b>\\d+))?)?': get(),
  '/in(?:/(?P<x>\\d+))?/the-middle': get(),
  '/books/(?P<id>\\d+)?': get(),
});

/** What WordPress finds in the path. */
const FOUND: readonly (readonly [path: string, found: object])[] = [
  ['post/3', { id: 3 }],
  ['post/3/title', { id: 3, field: 'title' }],
  ['post/3?field=title&view=edit', { id: 3, field: 'title', view: 'edit' }],
  ['list', {}],
  ['list/2', { page: 2 }],
  ['tree', {}],
  ['tree/1', { a: 1 }],
  ['tree/1/2', { a: 1, b: 2 }],
  ['in/the-middle', {}],
  ['in/7/the-middle', { x: 7 }],
  ['books', {}],
  ['books/7', { id: 7 }],
];

describe.each(ADAPTERS)('a path with optional groups, on %s,', (adapter) => {
  const app = useApplication(async () => {
    const { module } = await serveImport(DOCUMENT);
    return startApplication({ imports: [module] }, { adapter });
  });

  test.each(FOUND)('%s has the values of its groups', async (path, found) => {
    const { status, body } = await app.fetch('GET', `/api/shop/v1/${path}`);
    expect([status, JSON.parse(JSON.stringify(body))]).toEqual([200, found]);
  });

  test.each(['post', 'list/x', 'tree/1/x', 'in/x/the-middle', 'post/3/a/b'])(
    '%s is a 404',
    async (path) => {
      expect((await app.fetch('GET', `/api/shop/v1/${path}`)).status).toBe(404);
    },
  );
});

test('a second import changes nothing', async () => {
  const project = newProject();
  await importInto(project, DOCUMENT);
  const before = new Map(project);
  await importInto(project, DOCUMENT);
  expect([...project]).toEqual([...before]);
});

test('a group that is more than text and placeholders is left out, with the reason', async () => {
  const project = newProject();
  const { reports } = await importInto(
    project,
    indexOf('odd/v1', {
      '/a(?:\\.json|/(?P<id>\\d+))?': get(),
      '/b(?:/(?P<id>\\d+))*': get(),
      '/c(?:/(?P<id>\\d+))?': get(),
    }),
  );
  expect(reports[0]?.notes).toEqual([
    expect.stringContaining('no path can have (?:\\.json|/(?P<id>\\d+))?.'),
    expect.stringContaining('no path can have (?:/(?P<id>\\d+))*.'),
  ]);
  expect(textOf(project, '/src/odd/c/c.controller.ts').match(/@RestRoute/g)).toHaveLength(2);
});
