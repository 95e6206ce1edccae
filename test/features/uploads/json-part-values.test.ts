import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  UploadedFile,
  ValueClass,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';

@ValueClass()
class Size {
  @Param({ minimum: 1 }) width!: int;
}

@RestController('v1', '/covers')
class CoversController {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(
    size: { width: int },
    @Param() shape?: Size,
    lines?: { sku: string }[],
    rows?: string[][],
    either?: { a: int } | { b: int },
    texts?: string[],
    text?: string,
    any?: unknown,
    cover?: UploadedFile,
  ) {
    const isShape = shape === undefined ? undefined : shape instanceof Size;
    return { size, isShape, lines, rows, either, texts, text, any, cover: cover?.name };
  }

  @RestRoute('/by-hand', HttpMethod.Post, new PublicAccess())
  byHand(
    @Param({ schema: { type: ['object', 'null'], properties: { width: { type: 'integer' } } } })
    size: unknown,
    cover?: UploadedFile,
  ) {
    return { size, cover: cover?.name };
  }
}

const json = (value: unknown) => new Blob([JSON.stringify(value)], { type: 'application/json' });

describe.each(ADAPTERS)('JSON in a form with a file, on %s', (adapter) => {
  const app = useRoutes([CoversController], { adapter });

  async function send(path: string, parts: readonly (readonly [string, string | Blob])[]) {
    const body = new FormData();
    body.append('cover', new File(['x'], 'a.png'));
    for (const [name, value] of parts) body.append(name, value);
    const response = await fetch(`${app.url}/api/acme/v1/covers${path}`, { method: 'POST', body });
    return [response.status, (await response.json()) as unknown] as const;
  }

  test.each([
    ['a text', (value: unknown) => JSON.stringify(value)],
    ['a part of the type application/json', json],
  ])('an object that is %s is read', async (_title, written) => {
    const sent = [
      ['size', written({ width: 2 })],
      ['shape', written({ width: 3 })],
      ['lines', written({ sku: 'a' })],
      ['lines', written({ sku: 'b' })],
      ['rows', written([['a'], ['b', 'c']])],
      ['either', written({ b: 4 })],
    ] as const;
    expect(await send('', sent)).toEqual([
      200,
      {
        size: { width: 2 },
        isShape: true,
        lines: [{ sku: 'a' }, { sku: 'b' }],
        rows: [['a'], ['b', 'c']],
        either: { b: 4 },
        cover: 'a.png',
      },
    ]);
    expect(await send('/by-hand', [['size', written({ width: 2 })]])).toEqual([
      200,
      { size: { width: 2 }, cover: 'a.png' },
    ]);
  });

  test('names with brackets are read as before, and texts stay texts', async () => {
    const sent = [
      ['size[width]', '2'],
      ['texts', '{"a":1}'],
      ['text', '[1]'],
      ['any', '{"a":1}'],
    ] as const;
    expect(await send('', sent)).toEqual([
      200,
      { size: { width: 2 }, texts: ['{"a":1}'], text: '[1]', any: '{"a":1}', cover: 'a.png' },
    ]);
  });

  test.each([
    ['{"width":', 'rest_invalid_param'],
    ['{"width":0.5}', 'rest_invalid_param'],
    [`{"width":${'['.repeat(600)}${']'.repeat(600)}}`, 'rest_invalid_body'],
    [new Blob(['{"width":'], { type: 'application/json' }), 'rest_invalid_param'],
  ])('what is not such an object is a 400', async (size, code) => {
    expect(await send('', [['size', size]])).toMatchObject([400, { code }]);
  });
});
