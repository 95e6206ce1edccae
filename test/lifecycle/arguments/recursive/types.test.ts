import {
  Arguments,
  Cache,
  Callback,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestDispatcher,
  RestRoute,
  RestRoutes,
  ValueClass,
  type int,
} from 'nestjs-rest-routes';
import { openApiDocument } from 'nestjs-rest-routes/openapi';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../../support/application.js';
import { shown } from './support.js';

const OPEN = new PublicAccess();

interface Category {
  /** @minLength 2 */
  name: string;
  children?: Category[];
  since?: Date;
}

type Folder = { title: string; parent: Folder | null; files?: Record<string, Folder> };

interface Tree<T> {
  value: T;
  left?: Tree<T> | null;
  right?: Tree<T>;
}

interface Author {
  name: string;
  books?: Book[];
}

interface Book {
  title: string;
  author: Author;
  others?: Book[];
}

type Expression = Sum | Literal;

interface Sum {
  kind: 'sum';
  of: Expression[];
}

interface Literal {
  kind: 'literal';
  value: number;
}

interface Named {
  name: string;
  either?: Named | Numbered | string;
}

interface Numbered {
  number: int;
  either: Numbered | Named;
}

@ValueClass()
class Menu {
  @Param({ maxLength: 5 }) label: string = 'menu';
  entries: Menu[] = [];
  /** @default 3 */
  rank?: int;
  section?: Section;
}

interface Section {
  menus: Menu[];
  sections?: Section[];
}

class Policies {
  static isShallow(category: Category): boolean {
    return (category.children ?? []).every(({ children }) => children === undefined);
  }
}

let calls = 0;

@RestController('v1', '/own')
class OwnController {
  @RestRoute('/category', HttpMethod.Post, OPEN)
  category(category: Category) {
    return shown(category);
  }

  @RestRoute('/spread', HttpMethod.Post, OPEN)
  spread(@Arguments() category: Category) {
    return shown(category);
  }

  @RestRoute('/folder', HttpMethod.Post, OPEN)
  folder(folder: Folder | null) {
    return shown(folder);
  }

  @RestRoute('/trees', HttpMethod.Post, OPEN)
  trees(ints: Tree<int>, texts: Tree<string>[] = []): unknown {
    return [ints, texts];
  }

  @RestRoute('/book', HttpMethod.Post, OPEN)
  book(book: Book, author?: Author) {
    return shown([book, author ?? null]);
  }

  @RestRoute('/expression', HttpMethod.Post, OPEN)
  expression(expression: Expression): unknown {
    return expression;
  }

  @RestRoute('/either', HttpMethod.Post, OPEN)
  either(named: Named): unknown {
    return named;
  }

  @RestRoute('/menu', HttpMethod.Post, OPEN)
  menu(@Param({ minProperties: 1 }) menu: Menu) {
    return shown(menu);
  }

  @RestRoute('/permitted', HttpMethod.Post, new Callback(Policies.isShallow))
  permitted(category: Category) {
    return shown(category);
  }

  @RestRoute('/cached', HttpMethod.Get, OPEN)
  @Cache({ ttl: '5m' })
  cached(category: Category): unknown {
    return { calls: ++calls, category };
  }

  @RestRoute('/result', HttpMethod.Get, OPEN, { responses: 'declared' })
  result(): Menu {
    return Object.assign(new Menu(), { entries: [Object.assign(new Menu(), { secret: 1 })] });
  }
}

const name = 'ab';

describe.each(ADAPTERS)('a type that contains itself on %s', (adapter) => {
  const app = useRoutes([OwnController], { adapter, rest: { values: 'typed' } });
  const OWN = '/api/acme/v1/own';
  const post = (path: string, body: unknown) =>
    app.fetch('POST', `${OWN}${path}`, {
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const accepted = async (path: string, body: object) => {
    const { status, body: sent } = await post(path, body);
    expect([status, sent]).toEqual([200, sent]);
    return sent;
  };
  const rejected = async (path: string, body: object) => {
    const { status, body: sent } = await post(path, body);
    expect([status, sent]).toEqual([400, sent]);
    return Object.values((sent as { data: { params: object } }).data.params).join();
  };

  test('is validated and converted at each level, in lists', async () => {
    const category = {
      name,
      children: [
        { name, since: '2026-01-02T03:04:05Z' },
        { name, children: [] },
      ],
    };
    expect(await accepted('/category', { category })).toEqual({
      is: 'Object',
      name,
      children: [
        { is: 'Object', name, since: { date: '2026-01-02T03:04:05.000Z' } },
        { is: 'Object', name, children: [] },
      ],
    });
    expect(
      await rejected('/category', { category: { name, children: [{ name: 'a' }] } }),
    ).toContain('category.children[0].name');
    expect(
      await rejected('/category', { category: { name, children: [{ name, children: [{}] }] } }),
    ).toContain('category.children[0].children[0].name is required');
    expect(
      await rejected('/category', { category: { name, children: [{ name, other: 1 }] } }),
    ).toContain('category.children[0].other is not a known property');
  });

  test('is validated if its properties are arguments', async () => {
    const sent = { name, children: [{ name, children: [{ name }] }] };
    expect(await accepted('/spread', sent)).toMatchObject({
      children: [{ name, children: [{ name }] }],
    });
    expect(
      await rejected('/spread', { name, children: [{ name, children: [{ name: '' }] }] }),
    ).toContain('children[0].children[0].name');
  });

  test('may be null, and the value of a map', async () => {
    const parent = { title: 'root', parent: null };
    const folder = { title: 'a', parent, files: { b: { title: 'b', parent: null } } };
    expect(await accepted('/folder', { folder })).toMatchObject(folder);
    expect(await accepted('/folder', { folder: null })).toBe(null);
    expect(await rejected('/folder', { folder: { title: 'a', parent: { title: 'b' } } })).toContain(
      'folder.parent.parent is required',
    );
    expect(await rejected('/folder', { folder: { ...parent, files: { b: null } } })).toContain(
      'folder.files.b',
    );
  });

  test('may be generic, and is another type for each argument', async () => {
    const ints = { value: 1, left: { value: '2' }, right: { value: 3, left: null } };
    const texts = [{ value: 'a', right: { value: 'b' } }];
    expect(await accepted('/trees', { ints, texts })).toEqual([
      { value: 1, left: { value: 2 }, right: { value: 3, left: null } },
      texts,
    ]);
    expect(await rejected('/trees', { ints: { value: 1, left: { value: 'x' } } })).toContain(
      'ints.left.value',
    );
    expect(
      await rejected('/trees', { ints, texts: [{ value: 'a', right: { value: 1 } }] }),
    ).toContain('texts[0].right.value');
  });

  test('may contain itself through another one, which may be an argument too', async () => {
    const author = { name: 'Ada', books: [{ title: 'A', author: { name: 'Bob', books: [] } }] };
    const book = { title: 'B', author, others: [{ title: 'C', author: { name: 'Eve' } }] };
    expect(await accepted('/book', { book, author })).toMatchObject([book, author]);
    expect(await rejected('/book', { book: { ...book, others: [{ title: 'C' }] } })).toContain(
      'book.others[0].author is required',
    );
    expect(
      await rejected('/book', { book, author: { name: 'Ada', books: [{ title: 'A' }] } }),
    ).toContain('author.books[0]');
  });

  test('may be a union, at each level', async () => {
    const literal = { kind: 'literal', value: 1 };
    const sum = { kind: 'sum', of: [literal, { kind: 'sum', of: [literal] }] };
    expect(await accepted('/expression', { expression: sum })).toEqual(sum);
    await rejected('/expression', {
      expression: { kind: 'sum', of: [literal, { kind: 'sum', of: [{ kind: 'literal' }] }] },
    });
    const named = { name, either: { number: 1, either: { name, either: 'text' } } };
    expect(await accepted('/either', { named })).toEqual(named);
    const deep = Array.from({ length: 200 }).reduce<object>((either) => ({ either, number: 1 }), {
      number: 1,
      either: { name },
    });
    expect(await accepted('/either', { named: { name, either: deep } })).toMatchObject({ name });
    await rejected('/either', {
      named: { name, either: { number: 1, either: { name, either: 1.5 } } },
    });
  });

  test('may be a value class: an instance with its defaults at each level, also through an interface', async () => {
    const menu = {
      label: 'a',
      entries: [{}, { label: 'b', section: { menus: [{ label: 'c' }] } }],
    };
    expect(await accepted('/menu', { menu })).toEqual({
      is: 'Menu',
      label: 'a',
      entries: [
        { is: 'Menu', label: 'menu', entries: [], rank: 3 },
        {
          is: 'Menu',
          label: 'b',
          entries: [],
          rank: 3,
          section: {
            is: 'Object',
            menus: [{ is: 'Menu', label: 'c', entries: [], rank: 3 }],
          },
        },
      ],
      rank: 3,
    });
    expect(await rejected('/menu', { menu: { entries: [{ label: 'too long' }] } })).toContain(
      'menu.entries[0].label',
    );
    expect(
      await rejected('/menu', {
        menu: { section: { menus: [], sections: [{ menus: [{ rank: 'x' }] }] } },
      }),
    ).toContain('menu.section.sections[0].menus[0].rank');
    expect(await rejected('/menu', { menu: {} })).toContain('menu');
  });

  test('is an argument of a permission, of a query, of a form and of a request in process', async () => {
    const flat = { name, children: [{ name }] };
    const deep = { name, children: [flat] };
    expect((await post('/permitted', { category: flat })).status).toBe(200);
    expect((await post('/permitted', { category: deep })).status).toBe(401);
    const query = 'category[name]=ab&category[children][0][name]=cd';
    const first = await app.fetch('GET', `${OWN}/cached?${query}`);
    expect(first.body).toMatchObject({ category: { name, children: [{ name: 'cd' }] } });
    expect((await app.fetch('GET', `${OWN}/cached?${query}`)).body).toEqual(first.body);
    const other = await app.fetch('GET', `${OWN}/cached?${query}&category[children][1][name]=cd`);
    expect(other.body).not.toEqual(first.body);
    const form = await app.fetch('POST', `${OWN}/category`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `${query}&category[children][0][children][0][name]=x`,
    });
    expect([form.status, form.text]).toEqual([
      400,
      expect.stringContaining('category.children[0].children[0].name'),
    ]);
    const made = await app.nest
      .get(RestDispatcher)
      .request({ method: 'POST', path: '/acme/v1/own/category', body: { category: deep } });
    expect(made.data).toMatchObject({ children: [{ children: [{ name }] }] });
  });

  test('is written out once in OPTIONS, and open within itself, as WordPress has no references', async () => {
    const { body, text } = await app.fetch('OPTIONS', `${OWN}/category`);
    expect(body).toMatchObject({
      endpoints: [
        {
          args: {
            category: {
              type: 'object',
              additionalProperties: false,
              required: true,
              properties: {
                name: { type: 'string', minLength: 2, required: true },
                children: { type: 'array', items: { type: 'object' } },
              },
            },
          },
        },
      ],
    });
    expect(text).not.toContain('$ref');
    const index = await app.fetch('GET', '/api/acme/v1');
    expect([index.status, index.text.includes('$ref')]).toEqual([200, false]);
    const result = await app.fetch('OPTIONS', `${OWN}/result`);
    expect(result.body).toMatchObject({
      schema: {
        title: 'menu',
        properties: { label: { type: 'string' }, entries: { items: { type: 'object' } } },
      },
    });
  });

  test('has only what a result declares, at each level', async () => {
    const { body } = await app.fetch('GET', `${OWN}/result`);
    expect(body).toEqual({ label: 'menu', entries: [{ label: 'menu', entries: [] }] });
  });

  test('is a component of documents, which refers to itself', async () => {
    const routes = await app.nest.get(RestRoutes).list();
    const { components, paths } = openApiDocument(routes);
    expect(components.schemas['Category']).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 2 },
        children: { type: 'array', items: { $ref: '#/components/schemas/Category' } },
        since: expect.objectContaining({ format: 'date-time' }),
      },
      required: ['name'],
      additionalProperties: false,
    });
    expect(JSON.stringify(paths[`${OWN}/result`])).toContain('"#/components/schemas/Menu"');
    expect(components.schemas['Menu']).toMatchObject({
      properties: { entries: { items: { $ref: '#/components/schemas/Menu' } } },
    });
    expect(components.schemas['Folder']).toMatchObject({
      properties: {
        parent: { anyOf: [{ $ref: '#/components/schemas/Folder' }, { type: 'null' }] },
        files: { additionalProperties: { $ref: '#/components/schemas/Folder' } },
      },
    });
    expect(components.schemas['Book']).toMatchObject({
      properties: {
        author: { $ref: '#/components/schemas/Author' },
        others: { items: { $ref: '#/components/schemas/Book' } },
      },
    });
    expect(components.schemas['Author']).toMatchObject({
      properties: { books: { items: { $ref: '#/components/schemas/Book' } } },
    });
    const text = JSON.stringify([components, paths]);
    const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)];
    for (const [, target = ''] of references)
      expect(Object.keys(components.schemas)).toContain(target);
    expect(text).not.toContain('~');
    const book = components.requestBodies?.['Own_book']?.content['application/json'];
    expect(book?.example).toEqual({ book: { title: 'text', author: { name: 'text' } } });
    // A description is data.
    expect(JSON.parse(JSON.stringify(routes.map((one) => one.arguments)))).toEqual(
      routes.map((one) => one.arguments),
    );
  });
});
