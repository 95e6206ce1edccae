import {
  HttpMethod,
  ListOf,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  UploadedFile,
} from 'nestjs-rest-routes';

const file = { type: UploadedFile, required: false } as const;

/** The `/covers` of the recordings: echoes its fields, and what it was told of its files. */
@RestController('v1', '/covers')
export class CoversController {
  @RestRoute('', [HttpMethod.Post, HttpMethod.Put], new PublicAccess())
  create(
    @Param({ name: 'title', type: 'string', minLength: 2 }) title: string,
    @ListOf('string', {}) @Param({ name: 'tags', default: [] }) tags: string[],
    @Param({ name: 'count', type: 'integer', default: 1 }) count: number,
    @Param({
      name: 'size',
      schema: {
        type: 'object',
        properties: { width: { type: 'integer' } },
        additionalProperties: false,
      },
      default: { width: 1 },
    })
    size: object,
    @Param({ name: 'cover', ...file }) cover: UploadedFile | undefined,
    @Param({ name: 'a', ...file }) a: UploadedFile | undefined,
    @Param({ name: 'b', ...file }) b: UploadedFile | undefined,
    @ListOf(UploadedFile, {}) @Param({ name: 'pages', required: false }) pages?: UploadedFile[],
  ) {
    return { title, tags, count, size, files: shown({ cover, a, b }, pages) };
  }
}

function shown(
  single: Readonly<Record<string, UploadedFile | undefined>>,
  pages: readonly UploadedFile[] | undefined,
): object {
  const files = Object.entries(single).flatMap(([name, sent]) =>
    sent === undefined ? [] : [[name, { name: sent.name, type: sent.type, size: sent.size }]],
  );
  const list = { names: pages?.map(({ name }) => name), sizes: pages?.map(({ size }) => size) };
  return { ...Object.fromEntries(files), ...(pages === undefined ? {} : { pages: list }) };
}
