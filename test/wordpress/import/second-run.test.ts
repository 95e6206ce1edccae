import { beforeEach, describe, expect, test } from 'vitest';
import { edit, importInto, indexOf, newProject, textOf, type Project } from './support.js';

const PAGING = {
  page: { type: 'integer', minimum: 1, default: 1 },
  per_page: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
};

const BOOKS = {
  '/books': [
    { methods: ['GET'], args: { ...PAGING, search: { type: 'string' } } },
    { methods: ['POST'], args: { title: { type: 'string', required: true } } },
  ],
  '/books/(?P<id>[\\d]+)': [{ methods: ['GET'], args: { id: { type: 'integer' } } }],
  '/authors': [{ methods: ['GET'], args: PAGING }],
};

const MORE = {
  ...BOOKS,
  '/books/(?P<id>[\\d]+)': [
    ...BOOKS['/books/(?P<id>[\\d]+)'],
    {
      methods: ['DELETE'],
      args: { id: { type: 'integer' }, force: { type: 'boolean', default: false } },
    },
  ],
  '/books/(?P<id>[\\d]+)/reviews': [
    { methods: ['GET'], args: { ...PAGING, order: { type: 'string', enum: ['asc', 'desc'] } } },
  ],
  '/shops': [{ methods: ['GET'], args: PAGING }],
};

const CONTROLLER = '/src/shop/books/books.controller.ts';
const before = indexOf('shop/v1', BOOKS);
const after = indexOf('shop/v1', MORE);

test('an import into a folder that is written with backslashes is in that folder', async () => {
  const project = newProject();
  await importInto(project, before, { path: 'src\\store' });
  expect([...project.keys()]).toContain('/src/store/books/books.controller.ts');
});

describe('a second import', () => {
  let project: Project;
  beforeEach(async () => {
    project = newProject();
    await importInto(project, before);
  });

  test('of the same index changes nothing', async () => {
    const { changes, reports } = await importInto(project, before);
    expect([...changes.keys()]).toEqual([]);
    expect(reports).toMatchObject([{ added: 0, kept: 4, notes: [] }]);
  });

  test('adds new routes to the controller, and new controllers to the module', async () => {
    const { reports } = await importInto(project, after);
    expect(reports).toMatchObject([{ added: 3, kept: 4, notes: [] }]);
    const text = textOf(project, CONTROLLER);
    expect(text).toContain('remove(id: int, force: boolean = false): unknown {');
    expect(text).toContain('listReviews(');
    expect(text).toContain('static mayListReviews(this: void): boolean {');
    expect(textOf(project, '/src/shop/shop.module.ts')).toContain('ShopsController');
    expect(textOf(project, '/src/shop/books/books.controller.spec.ts')).toContain(
      "['GET', '/v1/books/7/reviews', {}]",
    );
    expect((await importInto(project, after)).changes.size).toBe(0);
  });

  test('keeps every line that a person wrote: bodies, permissions, comments, names and formatting', async () => {
    edit(
      project,
      CONTROLLER,
      'BooksController {',
      'BooksController {\n    // indented by hand\n\tconstructor(private readonly store: Store) {}\n',
    );
    edit(
      project,
      CONTROLLER,
      'new Callback(BooksController.mayList)',
      "new Capability( 'read_books' )",
    );
    edit(
      project,
      CONTROLLER,
      'one(id: int): unknown {',
      'findBook(id: int): Book {\n    // the cheap way\n    return this.store.one(id)',
    );
    edit(project, CONTROLLER, '    return false;', '    return true; // anyone');
    const written = textOf(project, CONTROLLER);
    await importInto(project, after);
    const text = textOf(project, CONTROLLER);
    const kept = written
      .split('\n')
      .filter((line) => !/^\}?$|^import|from '|^  [\w ]+,$/.test(line));
    const lines = text.split('\n');
    expect(kept.filter((line) => !lines.includes(line))).toEqual([]);
    expect(text).not.toContain(' one(');
    expect(text).toContain('listReviews(');
  });

  test('finds a controller whose file, folder and class are renamed, and a route whose placeholder is', async () => {
    const moved = textOf(project, CONTROLLER)
      .replaceAll('BooksController', 'LibraryController')
      .replaceAll("'../shared.arguments.js'", "'../../shop/shared.arguments.js'")
      .replace("'/{id}'", "'/{bookId}'")
      .replace('one(id: int)', 'one(bookId: int)');
    project.delete(CONTROLLER);
    project.set('/src/catalogue/library/library.controller.ts', moved);
    edit(
      project,
      '/src/shop/shop.module.ts',
      './books/books.controller.js',
      '../catalogue/library/library.controller.js',
    );
    project.set(
      '/src/shop/shop.module.ts',
      textOf(project, '/src/shop/shop.module.ts').replaceAll(
        'BooksController',
        'LibraryController',
      ),
    );
    const { changes } = await importInto(project, after);
    expect([...changes.keys()]).not.toContain(CONTROLLER);
    const text = textOf(project, '/src/catalogue/library/library.controller.ts');
    expect(text).toContain('new Callback(LibraryController.mayListReviews)');
    expect(text.match(/RestRoute\('\/\{\w+\}', HttpMethod.Get/g)).toHaveLength(1);
    expect(textOf(project, '/src/shop/shop.module.ts')).not.toContain('BooksController');
  });

  test('gives a new route another name where the class has a method or a permission of that name', async () => {
    edit(
      project,
      CONTROLLER,
      '  /** Denies',
      '  static mayRemove(): boolean {\n    return true;\n  }\n\n  /** Denies',
    );
    await importInto(project, after);
    const text = textOf(project, CONTROLLER);
    expect(text).toContain('removeById(id: int');
    expect(text).toContain('new Callback(BooksController.mayRemoveById)');
    expect(text.match(/static mayRemove\(/g)).toHaveLength(1);
  });

  test('uses a type that a person moved, and declares it once', async () => {
    const shared = '/src/shop/shared.arguments.ts';
    project.set('/src/shop/paging.ts', textOf(project, shared));
    project.delete(shared);
    for (const path of [CONTROLLER, '/src/shop/authors/authors.controller.ts'])
      edit(project, path, '../shared.arguments.js', '../paging.js');
    await importInto(project, after);
    expect(project.has(shared)).toBe(false);
    expect(textOf(project, '/src/shop/shops/shops.controller.ts')).toContain("from '../paging.js'");
  });

  test('reports a method that the code lacks of a route that it has', async () => {
    const both = { '/books': [{ methods: ['GET', 'PATCH'], args: PAGING }] };
    const { reports } = await importInto(project, indexOf('shop/v1', both));
    expect(reports[0]?.notes).toContain(
      'PATCH /shop/v1/books is not added: BooksController.list has the path.',
    );
  });

  test('keeps the line endings of a file', async () => {
    project.set(CONTROLLER, textOf(project, CONTROLLER).replaceAll('\n', '\r\n'));
    await importInto(project, after);
    const text = textOf(project, CONTROLLER);
    expect(text).toContain('listReviews(');
    expect(text.replaceAll('\r\n', '')).not.toContain('\n');
  });
});
