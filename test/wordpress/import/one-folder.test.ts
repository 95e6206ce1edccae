import { describe, expect, test } from 'vitest';
import { ADAPTERS, startApplication, useApplication } from '../../support/application.js';
import {
  edit,
  serveImport,
  importInto,
  indexOf,
  newProject,
  textOf,
  type Project,
} from './support.js';

const IN_SHOP = { path: 'src/shop' };

/** A namespace with lists of its own page size and own values of `context`, in two controllers. */
function namespaceOf(name: string, maximum: number, contexts: readonly string[]) {
  const paging = {
    page: { type: 'integer', minimum: 1, default: 1 },
    per_page: { type: 'integer', minimum: 1, maximum, default: maximum },
  };
  const context = { type: 'string', enum: contexts, default: contexts[0] };
  const size = {
    type: 'object',
    properties: { width: { type: 'integer', minimum: maximum, required: true } },
  };
  const get = (args: object) => ({ methods: ['GET'], args });
  const base = name.replace(/\W/g, '-');
  return indexOf(name, {
    [`/${base}-books`]: [get({ ...paging, context }), { methods: ['POST'], args: { size } }],
    [`/${base}-authors`]: [get({ ...paging, context }), { methods: ['POST'], args: { size } }],
  });
}

function together(...documents: readonly ReturnType<typeof indexOf>[]) {
  return {
    namespaces: documents.flatMap(({ namespaces }) => namespaces),
    routes: Object.assign({}, ...documents.map(({ routes }) => routes)) as object,
  };
}

const NAMES = ['one/v1', 'two/v1', 'three/v1', 'four/v1', 'two/v2'];
const FIVE = NAMES.map((name, at) => namespaceOf(name, 10 + at, [`view${at}`, 'b', 'c', 'd', 'e']));
const [ONE = indexOf('', {}), TWO = ONE, , , TWO_V2 = ONE] = FIVE;

const typesOf = (project: Project): string => textOf(project, '/src/shop/shared.arguments.ts');

async function imported(...documents: readonly object[]): Promise<Project> {
  const project = newProject();
  for (const document of documents) await importInto(project, document, IN_SHOP);
  return project;
}

describe.each(ADAPTERS)('five namespaces in one folder, on %s,', (adapter) => {
  const app = useApplication(async () => {
    const { module } = await serveImport(together(...FIVE), IN_SHOP);
    return startApplication({ imports: [module] }, { adapter });
  });

  test.each(NAMES.map((name, at) => [name, at] as const))(
    '%s has its own limits, defaults and values',
    async (name, at) => {
      for (const noun of ['books', 'authors']) {
        const path = `/api/${name}/${name.replace(/\W/g, '-')}-${noun}`;
        const { body } = await app.fetch('GET', path);
        expect(body).toMatchObject({
          paging: { page: 1, per_page: 10 + at },
          context: `view${at}`,
        });
        expect((await app.fetch('GET', `${path}?per_page=${10 + at}`)).status).toBe(200);
        expect((await app.fetch('GET', `${path}?per_page=${11 + at}`)).status).toBe(400);
        expect((await app.fetch('GET', `${path}?context=view${at + 1}`)).status).toBe(400);
        const post = (width: number) =>
          app.fetch('POST', path, {
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ size: { width } }),
          });
        expect((await post(10 + at)).status).toBe(200);
        expect((await post(9 + at)).status).toBe(400);
      }
    },
  );
});

describe('a folder of several namespaces', () => {
  test.each<[string, readonly object[]]>([
    ['one command', [together(ONE, TWO)]],
    ['two commands', [ONE, TWO]],
  ])('has the types of both after %s', async (_, documents) => {
    const project = await imported(...documents);
    const types = typesOf(project);
    expect(types.match(/class \w+/g)).toEqual(['class Paging', 'class Paging2']);
    expect(types).toMatch(/type Context = 'view0'/);
    expect(types).toMatch(/type \w+ = 'view1'/);
    expect(
      [...project].find(([path]) => path.includes('two-v1-books.controller.ts'))?.[1],
    ).toContain('Paging2');
  });

  test('changes nothing when either is imported again', async () => {
    const project = await imported(...FIVE);
    for (const document of [...FIVE, together(...FIVE)]) {
      const { changes } = await importInto(project, document, IN_SHOP);
      expect([...changes.keys()]).toEqual([]);
    }
  });

  test('has the types of another version of a namespace beside those of the first', async () => {
    const types = typesOf(await imported(TWO, TWO_V2));
    expect(types).toContain('maximum: 11');
    expect(types).toContain('maximum: 14');
  });

  test('has one type of what is the same in both, also with other descriptions and another format', async () => {
    const project = await imported(ONE);
    const path = '/src/shop/shared.arguments.ts';
    const text = typesOf(project).replaceAll("'", '"').replaceAll(';\n', '\n');
    project.set(path, text);
    const same = JSON.parse(
      JSON.stringify(namespaceOf('two/v1', 10, ['view0', 'b', 'c', 'd', 'e'])).replaceAll(
        '"type":"integer"',
        '"type":"integer","description":"A text of its own, with @minimum 5."',
      ),
    ) as object;
    await importInto(project, same, IN_SHOP);
    expect(textOf(project, path)).toBe(text);
  });

  test('keeps the type of a namespace that a person has changed, for its new routes too', async () => {
    const project = await imported(ONE);
    edit(project, '/src/shop/shared.arguments.ts', 'maximum: 10', 'maximum: 99');
    const more = { '/one/v1/shops': Object.values(ONE.routes)[0] as object };
    await importInto(project, { ...ONE, routes: { ...ONE.routes, ...more } }, IN_SHOP);
    expect(typesOf(project).match(/class \w+/g)).toEqual(['class Paging']);
    expect(textOf(project, '/src/shop/shops/shops.controller.ts')).toContain('paging: Paging');
    // For another namespace, it is what it is now.
    await importInto(project, namespaceOf('two/v1', 10, ['view0', 'b', 'c', 'd', 'e']), IN_SHOP);
    expect(typesOf(project).match(/class \w+/g)).toEqual(['class Paging', 'class Paging2']);
  });

  test('leaves out a route that does not build in its own namespace only', async () => {
    const route = [{ methods: ['GET'], args: {} }];
    const { reports } = await importInto(
      newProject(),
      together(indexOf('one/v1', { '/items': route }), indexOf('two/v1', { '/items': route })),
      {
        ...IN_SHOP,
        check: (changes) =>
          [...changes.keys()]
            .filter((path) => path.endsWith('/items-v1.controller.ts'))
            .map((file) => {
              const routes = [{ file, version: 'v1', methods: ['GET'], path: '/items' }];
              return { file, text: 'RR1021: no.', routes };
            }),
      },
    );
    expect(reports).toMatchObject([
      { namespace: 'one/v1', added: 1, notes: [] },
      { namespace: 'two/v1', added: 0, notes: [expect.stringContaining('RR1021')] },
    ]);
  });
});
