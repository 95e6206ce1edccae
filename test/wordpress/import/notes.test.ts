import { describe, expect, test } from 'vitest';
import { reportLines } from '../../../lib/wordpress/import/import-routes.js';
import { importInto, indexOf, newProject, textOf } from './support.js';

const text = { type: 'string' };
const get = (args: object = {}) => [{ methods: ['GET'], args }];

/** What the command prints for the routes of a namespace. */
async function linesOf(document: object, options: { readonly namespace?: string } = {}) {
  const { notes, reports } = await importInto(newProject(), document, options);
  return [...notes, ...reports.flatMap(reportLines)];
}

/** The lines for one argument, below the line with the counts. */
async function linesOfArgument(schema: object): Promise<readonly string[]> {
  const lines = await linesOf(indexOf('shop/v1', { '/items': get({ a: schema }) }));
  return lines.slice(1).map((line) => line.trim());
}

describe('the lines of an import', () => {
  test("begin with a style of the application that WordPress's clients do not expect", async () => {
    const project = newProject();
    const [file, module] = [...project][0] ?? ['', ''];
    project.set(file, module.replace("namespace: 'app'", "namespace: 'app', style: 'nest'"));
    const document = indexOf('shop/v1', { '/items': get() });
    const { notes } = await importInto(project, document);
    expect(notes).toEqual([
      "src/app.module.ts states style: 'nest', whose errors, indexes and arguments the clients of a WordPress API do not expect. State style: 'wordpress'.",
    ]);
    project.set(file, module.replace("namespace: 'app'", "namespace: 'app', style: 'wordpress'"));
    expect((await importInto(project, document)).notes).toEqual([]);
  });

  test('are about the namespace that is imported, and have the whole path', async () => {
    const odd = { type: 'enum' };
    const path = `/items/${'long/'.repeat(30)}end`;
    const [one, two] = [
      indexOf('shop/v1', { [path]: get({ a: odd }) }),
      indexOf('text/v1', { '/items': get({ a: odd }) }),
    ];
    const document = {
      namespaces: [...one.namespaces, ...two.namespaces],
      routes: { ...one.routes, ...two.routes },
    };
    const lines = await linesOf(document, { namespace: 'shop/v1' });
    expect(lines).toEqual([
      'shop/v1: 1 route added, 0 routes kept.',
      `  routes["/shop/v1${path}"].endpoints[0].args.a.type is left out: it is "enum", which WordPress does not have there.`,
    ]);
    expect((await linesOf(document)).join()).toContain('routes["/text/v1/items"]');
  });

  test('name methods that no route serves', async () => {
    const lines = await linesOf(
      indexOf('shop/v1', {
        '/a': [{ methods: ['UPDATE', 'POST'], args: {} }],
        '/b': [{ methods: ['HEAD', 'GET', 'OPTIONS'], args: {} }],
        '/c': [{ methods: ['HEAD'], args: {} }],
        '/d': [{ methods: ['', 'GET|POST', 'GET'], args: {} }],
      }),
    );
    const served = 'is not imported: a route serves GET, POST, PUT, PATCH, DELETE.';
    expect(lines).toEqual([
      'shop/v1: 3 routes added, 0 routes kept.',
      `  UPDATE /shop/v1/a ${served}`,
      `  HEAD /shop/v1/c ${served}`,
      expect.stringContaining('.methods is left out: it is ""'),
      expect.stringContaining('.methods is left out: it is "GET|POST"'),
    ]);
  });

  test('begin with those that have an effect, and name once what has none', async () => {
    const args = { per_page: { type: 'integer', default: '10' } };
    const lines = await linesOf(
      indexOf('shop/v1', {
        '/a/(?P<id>[\\d]+)': get(args),
        '/b/(?P<id>[0-9]+)': get(args),
        '/c/(?P<id>[\\d]+)': [...get(args), ...get()],
        '/d(?:/x)?': get(),
      }),
    );
    expect(lines).toEqual([
      'shop/v1: 3 routes added, 0 routes kept.',
      expect.stringContaining('/d(?:/x)? is not imported'),
      expect.stringContaining('GET /shop/v1/c/(?P<id>[\\d]+) is declared twice'),
      '  Patterns of paths written as \\d+, which matches the same: [\\d]+, [0-9]+.',
      '  Defaults written in their types: per_page (10 for "10").',
    ]);
  });

  test.each<[string, object, readonly string[]]>([
    ['a default in its type', { ...text, default: 'x' }, []],
    [
      'a text for a list',
      { type: 'array', items: text, default: 'x' },
      ['Defaults written in their types: a (["x"] for "x").'],
    ],
    [
      'a keyword beside another type',
      { type: 'array', items: { ...text, properties: { x: text } }, properties: { x: text } },
      [
        'Keywords without effect beside another type, left out: properties of a (array), properties of a[] (string).',
      ],
    ],
    [
      'a limit beside another type',
      { type: 'integer', minLength: 2 },
      ['Keywords without effect beside another type, kept: minLength of a (integer).'],
    ],
    [
      'required beside a default',
      { ...text, required: true, default: 'x' },
      ['Not required, because WordPress 7.1 uses the default: a.'],
    ],
    [
      'a date',
      { ...text, format: 'date-time' },
      [
        'Dates, which WordPress reads in the time zone of the site if they state no offset: state the zone by RestModule.forRoot({ timeZone }): a.',
      ],
    ],
  ])('tell %s', async (_, schema, lines) => {
    expect(await linesOfArgument(schema)).toEqual(lines);
  });
});

test('an argument that is required and has a default has the default, unless that is null', async () => {
  const project = newProject();
  const required = { ...text, required: true };
  const args = { a: { ...required, default: 'x' }, b: { ...required, default: null }, c: required };
  await importInto(project, indexOf('shop/v1', { '/items': get(args) }));
  const source = textOf(project, '/src/shop/items/items.controller.ts');
  expect(source).toContain("list(b: string, c: string, a: string = 'x')");
});

test.each(['(\\?.*)?', '/?(?:\\?.*)?$', '(\\?(?P<query>.*))?', '\\??', '$'])(
  'a pattern that ends with %s has the path before it',
  async (end) => {
    const project = newProject();
    const { reports } = await importInto(
      project,
      indexOf('shop/v1', { [`/feeds/(?P<id>\\d+)${end}`]: get() }),
    );
    expect(reports).toMatchObject([{ added: 1, notes: [] }]);
    expect(textOf(project, '/src/shop/feeds/feeds.controller.ts')).toContain('one(id: int)');
  },
);

test.each(['(\\?.*|/x)?', '(?:\\.json)?', '(\\?.*)'])(
  'a pattern that ends with %s is left out',
  async (end) => {
    const { reports } = await importInto(
      newProject(),
      indexOf('shop/v1', { [`/feeds${end}`]: get() }),
    );
    expect(reports).toMatchObject([{ added: 0, notes: [expect.stringContaining('no path')] }]);
  },
);

test('namespaces whose names have the same words have folders and modules of their own', async () => {
  const project = newProject();
  const documents = ['my-shop/v1', 'my_shop/v1', 'My.Shop/v1', 'rest/v1', 'app/v2'].map((name) =>
    indexOf(name, { '/items': get({ kind: { ...text, enum: [name, 'b', 'c', 'd', 'e'] } }) }),
  );
  // The root module has the namespace `app`: its controllers need no module.
  const document = {
    namespaces: documents.flatMap(({ namespaces }) => namespaces),
    routes: Object.assign({}, ...documents.map(({ routes }) => routes)) as object,
  };
  await importInto(project, document);
  const modules = [...project].filter(([path]) => path.endsWith('.module.ts'));
  const named = modules.map(([, source]) => [
    /class (\w+)/.exec(source)?.[1],
    /for(?:Feature|Root)\(\{ namespace: '(.*)' \}\)/.exec(source)?.[1],
  ]);
  expect(named).toEqual([
    ['AppModule', 'app'],
    ['MyShopModule', 'my-shop'],
    ['MyShopV1Module', 'my_shop'],
    ['MyShopV12Module', 'My.Shop'],
    ['RestV1Module', 'rest'],
  ]);
  const types = [...project].filter(([path]) => path.endsWith('items.arguments.ts'));
  expect(types.map(([, source]) => /'(.*\/v\d)'/.exec(source)?.[1])).toEqual(document.namespaces);
  const again = await importInto(project, document);
  expect([...again.changes.keys()]).toEqual([]);
});
