import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestRoute,
  UploadedFile,
  type int,
} from 'nestjs-rest-routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, type TestApplication } from '../../support/application.js';

interface Size {
  width: int;
  unit?: string;
}

interface Line {
  sku: string;
}

@RestController('v1', '/parts')
class PartsController {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  upload(
    size?: Size | null,
    lines?: Line[],
    tags?: string[],
    title?: string,
    extra?: unknown,
    owner?: string | { name: string },
    grid?: int[][],
    file?: UploadedFile,
  ) {
    return { size, lines, tags, title, extra, owner, grid, file: file?.name };
  }

  @RestRoute('/without-file', HttpMethod.Post, new PublicAccess())
  fields(size: Size) {
    return { size };
  }
}

const JSON_TYPE = 'application/json';

type Part = readonly [name: string, value: string, type?: string];

/** A part with a media type has a file name in browsers. */
const partOf = ([name, value, type]: Part) =>
  type === undefined ? value : new File([value], 'blob', { type });

describe.each(ADAPTERS)('JSON in a form with files, on %s', (adapter) => {
  let app: TestApplication;
  beforeAll(async () => {
    app = await startRoutes([PartsController], { adapter });
  });
  afterAll(() => app.close());

  const send = async (parts: readonly Part[], path = '') => {
    const body = new FormData();
    for (const part of parts) body.append(part[0], partOf(part));
    if (path === '') body.append('file', new File(['x'], 'x.txt'));
    return fetch(`${app.url}/api/acme/v1/parts${path}`, { method: 'POST', body });
  };

  test.each<[string, readonly Part[], object]>([
    ['an object as a text', [['size', '{"width":7}']], { size: { width: 7 } }],
    [
      'an object as a part of its type',
      [['size', '{"width":7}', JSON_TYPE]],
      { size: { width: 7 } },
    ],
    ['null as a part of its type', [['size', 'null', JSON_TYPE]], {}],
    [
      'a list as a text',
      [['lines', '[{"sku":"a"},{"sku":"b"}]']],
      { lines: [{ sku: 'a' }, { sku: 'b' }] },
    ],
    [
      'each item of a list',
      [
        ['lines', '{"sku":"a"}'],
        ['lines', '{"sku":"b"}'],
      ],
      { lines: [{ sku: 'a' }, { sku: 'b' }] },
    ],
    ['the only item of a list', [['lines', '{"sku":"a"}']], { lines: [{ sku: 'a' }] }],
    ['the only item, as a part', [['lines', '{"sku":"a"}', JSON_TYPE]], { lines: [{ sku: 'a' }] }],
    [
      'items with brackets',
      [
        ['lines[]', '{"sku":"a"}'],
        ['lines[]', '{"sku":"b"}', JSON_TYPE],
      ],
      { lines: [{ sku: 'a' }, { sku: 'b' }] },
    ],
    ['items with places', [['lines[0]', '{"sku":"a"}']], { lines: [{ sku: 'a' }] }],
    ['lists in a list', [['grid', '[[1,2],[3]]']], { grid: [[1, 2], [3]] }],
    ['the only list in a list', [['grid', '[1,2]']], { grid: [[1, 2]] }],
    ['a list of texts as a part', [['tags', '["a","b"]', JSON_TYPE]], { tags: ['a', 'b'] }],
    ['any value as a part', [['extra', '{"a":[1]}', JSON_TYPE]], { extra: { a: [1] } }],
    [
      'an object beside a text',
      [['owner', '{"name":"Ada"}', JSON_TYPE]],
      { owner: { name: 'Ada' } },
    ],
    [
      'the names of PHP, as before',
      [
        ['size[width]', '7'],
        ['size[unit]', '{"a":1}'],
      ],
      { size: { width: 7, unit: '{"a":1}' } },
    ],
    [
      'JSON in a text stays a text',
      [
        ['title', '{"a":1}'],
        ['owner', '{"name":"Ada"}'],
      ],
      { title: '{"a":1}', owner: '{"name":"Ada"}' },
    ],
    ['and any value without a media type', [['extra', '{"a":[1]}']], { extra: '{"a":[1]}' }],
  ])('%s', async (_title, parts, expected) => {
    const sent = await send(parts);
    const { file, ...others } = (await sent.json()) as Readonly<Record<string, unknown>>;
    expect({ ...others, ...(others['size'] === null ? { size: undefined } : {}) }).toEqual(
      expected,
    );
    expect(file).toBe('x.txt');
  });

  test.each<[string, readonly Part[]]>([
    ['a text that is no JSON', [['size', '{"width":']]],
    ['a part that is no JSON', [['size', 'seven', JSON_TYPE]]],
    ['a value that the type does not allow', [['size', '{"width":"wide"}']]],
    ['an item that the type does not allow', [['lines', '[7]']]],
  ])('400 for %s', async (_title, parts) => {
    const sent = await send(parts);
    expect(sent.status).toBe(400);
    expect(await sent.json()).toMatchObject({ code: 'rest_invalid_param' });
  });

  test('400 for more levels than JSON may have', async () => {
    const sent = await send([['grid', `${'['.repeat(2000)}${']'.repeat(2000)}`]]);
    expect(await sent.json()).toMatchObject({ code: 'rest_invalid_body', data: { status: 400 } });
  });

  test('a form of a route without files is read alike', async () => {
    const sent = await send([['size', '{"width":7}', JSON_TYPE]], '/without-file');
    expect(await sent.json()).toEqual({ size: { width: 7 } });
  });
});
