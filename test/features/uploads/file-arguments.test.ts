import { FileInterceptor, type MulterModuleOptions } from '@nestjs/platform-express';
import { UploadedFile as NestFile, UseInterceptors } from '@nestjs/common';
import {
  Arguments,
  Callback,
  DeclarationException,
  HttpMethod,
  ListOf,
  PublicAccess,
  RestController,
  RestDispatcher,
  RestRequest,
  RestRoute,
  UploadedFile,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, useRoutes } from '../../support/application.js';

@RestController('v1', '/books')
class BooksController {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(title = 'none', cover: UploadedFile, back: UploadedFile | null = null) {
    return { title, cover: { ...describeFile(cover) }, back: back === null ? null : back.name };
  }

  @RestRoute('/pages', HttpMethod.Post, new PublicAccess())
  async pages(
    @ListOf(UploadedFile, { maxItems: 2 }) pages: UploadedFile[] = [],
    index: UploadedFile | undefined,
    request: RestRequest,
  ) {
    const texts = await Promise.all(pages.map(async (page) => String(await page.bytes())));
    return { texts, index: typeof index, names: Object.keys(request.arguments) };
  }

  @RestRoute('/arguments', HttpMethod.Put, new PublicAccess())
  replace(
    @Arguments()
    book: {
      title: string;
      /** @maxSize 1 KiB */
      cover?: UploadedFile;
    },
  ) {
    return { names: Object.keys(book), size: book.cover?.size };
  }

  @RestRoute('/approved', HttpMethod.Post, new Callback(BooksController.mayApprove))
  approved(cover: UploadedFile) {
    return { name: cover.name };
  }

  static mayApprove(cover: UploadedFile): boolean {
    return cover instanceof UploadedFile && cover.name === 'good.txt';
  }
}

function describeFile({ name, type, size }: UploadedFile) {
  return { name, type, size };
}

function textFile(name: string, text: string): File {
  return new File([text], name, { type: 'text/plain' });
}

function formOf(entries: readonly (readonly [string, string | File])[]): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

describe.each(ADAPTERS)('file parameters on %s', (adapter) => {
  const app = useRoutes([BooksController], { adapter });

  async function send(
    path: string,
    body: FormData | string,
    method = 'POST',
  ): Promise<{ readonly status: number; readonly body: unknown }> {
    const headers = typeof body === 'string' ? { 'content-type': 'application/json' } : undefined;
    const url = `${app.url}/api/acme/v1/books${path}`;
    const response = await fetch(url, { method, body, ...(headers && { headers }) });
    return { status: response.status, body: await response.json() };
  }

  test('a file is bound by its name, beside the fields of the form', async () => {
    const form = formOf([
      ['title', 'Momo'],
      ['cover', textFile('cover.txt', 'abc')],
    ]);
    expect(await send('', form)).toEqual({
      status: 200,
      body: {
        title: 'Momo',
        cover: { name: 'cover.txt', type: 'text/plain', size: 3 },
        back: null,
      },
    });
  });

  test('a file that may be null is the file that was sent', async () => {
    const form = formOf([
      ['back', textFile('back.txt', 'x')],
      ['cover', textFile('cover.txt', 'abc')],
    ]);
    expect(await send('', form)).toMatchObject({ status: 200, body: { back: 'back.txt' } });
  });

  test('a required file that is missing is 400 by its name, whatever a field or the query holds', async () => {
    const missing = {
      status: 400,
      body: { code: 'rest_missing_callback_param', data: { params: ['cover'] } },
    };
    expect(await send('', formOf([['title', 'Momo']]))).toMatchObject(missing);
    expect(await send('?cover=x', formOf([['cover', 'text']]))).toMatchObject(missing);
    expect(await send('', JSON.stringify({ cover: 'text' }))).toMatchObject(missing);
    expect(await send('', JSON.stringify({ cover: null }))).toMatchObject(missing);
  });

  test('several files for a parameter of one are 400', async () => {
    const form = formOf([
      ['cover[]', textFile('1.txt', 'a')],
      ['cover[]', textFile('2.txt', 'b')],
    ]);
    expect(await send('', form)).toMatchObject({
      status: 400,
      body: {
        code: 'rest_invalid_param',
        data: {
          params: { cover: 'cover must be one file.' },
          details: { cover: { code: 'rest_invalid_type' } },
        },
      },
    });
  });

  test('a list takes one file, several files, and files by their index', async () => {
    const page = (text: string) => textFile(`${text}.txt`, text);
    const texts = async (entries: readonly (readonly [string, File])[]) => {
      const { body } = await send('/pages', formOf(entries));
      return (body as { readonly texts: unknown }).texts;
    };
    expect(await texts([['pages', page('a')]])).toEqual(['a']);
    expect(
      await texts([
        ['pages[]', page('a')],
        ['pages[]', page('b')],
      ]),
    ).toEqual(['a', 'b']);
    expect(
      await texts([
        ['pages[0]', page('a')],
        ['pages[1]', page('b')],
      ]),
    ).toEqual(['a', 'b']);
  });

  test('an absent list has its default, and an absent file is no argument', async () => {
    const empty = { texts: [], index: 'undefined', names: ['pages'] };
    expect(await send('/pages', formOf([['x', 'y']]))).toEqual({ status: 200, body: empty });
    expect(await send('/pages', '{}')).toEqual({ status: 200, body: empty });
  });

  test('more files than maxItems are 400', async () => {
    const form = formOf(['a', 'b', 'c'].map((text) => ['pages[]', textFile(text, text)] as const));
    expect(await send('/pages', form)).toMatchObject({
      status: 400,
      body: { data: { details: { pages: { code: 'rest_too_many_items' } } } },
    });
  });

  test('a file is a property of an object of arguments', async () => {
    const form = formOf([
      ['title', 'Momo'],
      ['cover', textFile('c.txt', 'abc')],
    ]);
    expect(await send('/arguments', form, 'PUT')).toEqual({
      status: 200,
      body: { names: ['title', 'cover'], size: 3 },
    });
    expect(await send('/arguments', formOf([['title', 'Momo']]), 'PUT')).toEqual({
      status: 200,
      body: { names: ['title'] },
    });
  });

  test('a permission callback decides by the file', async () => {
    expect(await send('/approved', formOf([['cover', textFile('good.txt', 'x')]]))).toEqual({
      status: 200,
      body: { name: 'good.txt' },
    });
    const refused = await send('/approved', formOf([['cover', textFile('bad.txt', 'x')]]));
    expect(refused).toMatchObject({ status: 401, body: { code: 'rest_forbidden' } });
  });

  test('OPTIONS describes a file as a text of the format binary, which WordPress ignores', async () => {
    const { body } = await app.fetch('OPTIONS', '/api/acme/v1/books');
    expect(body).toMatchObject({
      endpoints: [
        {
          args: {
            cover: { type: 'string', format: 'binary', required: true },
            back: { type: ['string', 'null'], format: 'binary', required: false, default: null },
          },
        },
      ],
    });
  });

  test('a request in process takes its files from the data of its body', async () => {
    const dispatcher = app.nest.get(RestDispatcher);
    const cover = UploadedFile.of('cover.txt', 'abc', 'text/plain');
    const { status, data } = await dispatcher.request({
      method: 'POST',
      path: '/acme/v1/books',
      body: { title: 'Momo', cover },
    });
    expect({ status, data }).toEqual({
      status: 200,
      data: {
        title: 'Momo',
        cover: { name: 'cover.txt', type: 'text/plain', size: 3 },
        back: null,
      },
    });
    const missing = await dispatcher.request({ method: 'POST', path: '/acme/v1/books' });
    expect(missing.status).toBe(400);
  });
});

const NEST_OPTIONS: MulterModuleOptions = {};

@RestController('v1', '/mixed')
class MixedController {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  @UseInterceptors(FileInterceptor('other', NEST_OPTIONS))
  create(cover: UploadedFile, @NestFile() other: unknown) {
    return { cover, other };
  }
}

test("a file beside Nest's own file decorator stops the application at startup: RR1034", async () => {
  const start = startRoutes([MixedController], { adapter: 'express' });
  const error: unknown = await start.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DeclarationException);
  expect((error as DeclarationException).diagnostics).toMatchObject([
    { code: 'RR1034', methodName: 'create', received: '@UploadedFile' },
  ]);
});
