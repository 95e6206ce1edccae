import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  UploadedFile,
  type int,
} from 'nestjs-rest-routes';

/** The `/covers` of the recordings: echoes its fields, and what it was told of its files. */
@RestController('v1', '/covers')
export class CoversController {
  @RestRoute('', [HttpMethod.Post, HttpMethod.Put], new PublicAccess())
  create(
    @Param({ minLength: 2 }) title: string,
    tags: string[] = [],
    count: int = 1,
    @Param({
      schema: {
        type: 'object',
        properties: { width: { type: 'integer' } },
        additionalProperties: false,
      },
    })
    size: object = { width: 1 },
    cover?: UploadedFile,
    a?: UploadedFile,
    b?: UploadedFile,
    pages?: UploadedFile[],
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
