import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  type int,
  type UploadedFile,
} from 'nestjs-rest-routes';

@RestController('v1', '/covers')
export class CoversController {
  @RestRoute('', [HttpMethod.Post, HttpMethod.Put], new PublicAccess())
  create(
    @Param({ minLength: 2 }) title: string,
    tags: string[] = [],
    count: int = 1,
    size: { width?: int } = { width: 1 },
    cover?: UploadedFile,
    a?: UploadedFile,
    b?: UploadedFile,
    pages?: UploadedFile[],
  ) {
    const single = { ...described('cover', cover), ...described('a', a), ...described('b', b) };
    const files = { ...single, ...describedList('pages', pages) };
    return { title, tags, count, size, files };
  }
}

function described(name: string, file: UploadedFile | undefined): object {
  if (file === undefined) return {};
  return { [name]: { name: file.name, type: file.type, size: file.size } };
}

function describedList(name: string, files: readonly UploadedFile[] | undefined): object {
  if (files === undefined) return {};
  return {
    [name]: { names: files.map((file) => file.name), sizes: files.map((file) => file.size) },
  };
}
