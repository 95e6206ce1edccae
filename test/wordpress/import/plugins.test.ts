import { describe, expect, test } from 'vitest';
import { importInto, indexOf, newProject, textOf } from './support.js';

const text = { type: 'string' };
const PAGING = { page: { type: 'integer' }, per_page: { type: 'integer' } };
const get = (args: object = {}) => [{ methods: ['GET'], args }];

/** The text of each file whose name has an ending, after the import of an index. */
async function imported(document: object, ending = '.controller.ts') {
  const project = newProject();
  const { reports } = await importInto(project, document);
  const files = [...project].filter(([path]) => path.endsWith(ending));
  return { project, reports, text: files.map(([, one]) => one).join('\n') };
}

describe('an import of what plugins declare', () => {
  test('gives a route each argument once, where two groups of arguments overlap', async () => {
    const filter = { items: text, global: text, orderby: text, direction: text };
    const post = [{ methods: ['POST'], args: { ...PAGING, ...filter } }];
    const { text: source } = await imported(
      indexOf('red/v1', {
        '/bulk/a': [...post, ...get(PAGING)],
        '/bulk/b': [...post, ...get(PAGING)],
      }),
      '.ts',
    );
    const data = /class BulkData \{[^}]*\}/.exec(source)?.[0] ?? '';
    expect(data).toContain('direction?: string');
    expect(data).not.toContain('page');
    expect(source).toContain('@Arguments() paging: Paging, @Arguments() data: BulkData');
  });

  test('names methods with a letter first', async () => {
    const { text: source } = await imported(
      indexOf('odd/v1', { '/sites/0/never': get(), '/list/404': get(), '/list/404s': get(PAGING) }),
    );
    const names = [...source.matchAll(/^ {2}(\S+)\(.*: unknown \{$/gm)].map(
      ([, name = '']) => name,
    );
    expect(names).toHaveLength(3);
    expect(names.filter((name) => !/^[a-z]/.test(name))).toEqual([]);
  });

  test('leaves out a path with two placeholders that span slashes, with the reason', async () => {
    const { reports } = await imported(
      indexOf('odd/v1', { '/a/(?P<one>.+)/(?P<two>.+)': get(), '/b': get() }),
    );
    expect(reports).toMatchObject([
      { added: 1, notes: [expect.stringContaining('two of its placeholders span slashes')] },
    ]);
  });

  test('leaves out a path that another one serves already', async () => {
    const { reports } = await imported(
      indexOf('odd/v1', { '/a/(?P<one>[^/]+)': get(), '/A/(?P<two>[^/]+)': get() }),
    );
    expect(reports).toMatchObject([
      { added: 1, notes: [expect.stringContaining('declared twice')] },
    ]);
  });

  test('keeps a namespace without a version, also one with slashes around it', async () => {
    const document = {
      namespaces: ['/plug/', 'other/v1'],
      routes: {
        '//plug/plugins/active': { namespace: '/plug/', endpoints: get() },
        '/other/v1/x': { namespace: 'other/v1', endpoints: get() },
      },
    };
    const { project, reports, text: source } = await imported(document);
    expect(source).toContain("@RestController('', '/plugins')");
    expect(source).toContain("@RestRoute('/active'");
    expect(textOf(project, '/src/plug/plug.module.ts')).toContain("namespace: 'plug'");
    expect(reports).toMatchObject([{ namespace: 'plug', added: 1 }, { namespace: 'other/v1' }]);
  });

  test('has the placeholders as the source has them', async () => {
    const { text: source, reports } = await imported(
      indexOf('odd/v1', {
        '/a/(?P<id>[\\d-]+)': get({ id: { type: 'integer' } }),
        '/b/(?P<id>.+)': get({ id: { type: 'integer' } }),
        '/c/(?P<kind>\\w+)': get({ kind: { ...text, enum: ['x', 'y'] } }),
        '/d/(?P<id>\\d+)/?': get({ id: { type: 'integer' } }),
      }),
    );
    expect(source).toContain("@Param({ match: '[\\\\d-]+' }) id: int");
    expect(source).toContain("@Param({ match: '.+' }) id: int");
    expect(source).toContain("@Param({ match: '\\\\w+' }) kind: 'x' | 'y'");
    expect(source).toContain('one(id: int)');
    expect(reports).toMatchObject([{ added: 4, notes: [] }]);
  });

  test('leaves out the expression of a placeholder that fills no segment, with a note', async () => {
    const { text: source, reports } = await imported(
      indexOf('odd/v1', { '/a/(?P<id>\\d+)-(?P<slug>[a-z]+)': get() }),
    );
    expect(source).toContain("@RestRoute('/{id}-{slug}'");
    expect(source).toContain('(id: int, slug: string)');
    const note =
      'The placeholder {slug} of /a/{id}-{slug}: [a-z]+ is left out, because it does not fill a segment.';
    expect(reports).toMatchObject([{ added: 1, notes: [note] }]);
  });

  test('keeps defaults within a schema as they are', async () => {
    const { text: source } = await imported(
      indexOf('odd/v1', {
        '/a': get({ list: { type: 'array', items: { ...text, default: '' } } }),
        '/b': get({
          data: {
            type: 'object',
            properties: { inner: { type: 'object', properties: { x: text } } },
            default: { inner: [] },
          },
        }),
      }),
    );
    expect(source).toContain("schema: { type: 'array', items: { type: 'string', default: '' } }");
    expect(source).toContain('default: { inner: [] }');
  });

  test('leaves out what would not build, with the reason, and writes the rest', async () => {
    const project = newProject();
    const document = indexOf('shop/v1', { '/items': get(PAGING), '/notes': get(PAGING) });
    const checked: string[] = [];
    const { reports, notes } = await importInto(project, document, {
      check: (changes) => {
        const file = [...changes.keys()].find((path) => path.endsWith('/items.controller.ts'));
        checked.push(file ?? 'none');
        if (file === undefined)
          return [{ file: '/src/app.module.ts', text: 'TS1: no.', routes: [] }];
        const route = { file, version: 'v1', methods: ['GET'], path: '/items' };
        return [{ file, text: 'RR1021: two arguments.', routes: [route] }];
      },
    });
    expect(checked).toEqual(['/src/shop/items/items.controller.ts', 'none']);
    expect(reports).toMatchObject([
      { added: 1, notes: ['GET /shop/v1/items is not imported: RR1021: two arguments.'] },
    ]);
    expect(notes).toEqual(['src/app.module.ts does not build: TS1: no.']);
  });

  test('puts each version of a namespace into a folder, whose types do not meet', async () => {
    const kinds = (...values: readonly string[]) =>
      get({ kind: { ...text, enum: values }, other: { ...text, enum: values } });
    const [one, two] = [
      indexOf('shop/v1', { '/items': kinds('a', 'b') }),
      indexOf('shop/v2', { '/items': kinds('c', 'd') }),
    ];
    const document = {
      namespaces: [...one.namespaces, ...two.namespaces],
      routes: { ...one.routes, ...two.routes },
    };
    const { project } = await imported(document);
    expect(textOf(project, '/src/shop/items/items.arguments.ts')).toContain("'a' | 'b'");
    expect([...project].filter(([path]) => path.startsWith('/src/shop-v2/')).join()).toContain(
      "'c' | 'd'",
    );
    const again = await importInto(project, document);
    expect([...again.changes.keys()]).toEqual([]);
  });
});
