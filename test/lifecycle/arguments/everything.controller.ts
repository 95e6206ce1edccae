import {
  Arguments,
  Callback,
  HttpMethod,
  ListOf,
  Param,
  PublicAccess,
  RestController,
  RestRequest,
  RestRoute,
  UploadedFile,
  ValueClass,
  type int,
} from 'nestjs-rest-routes';
import { Kind, Tag } from '../../support/kinds.js';

interface Publisher {
  name: string;
  address: { city: string; floors?: int[] };
  founded?: Date | null;
}

@ValueClass()
export class Line {
  @Param({ minLength: 1 }) sku!: string;
  @Param({ minimum: 1 }) quantity: int = 1;
  note?: string;
  parts: Part[] = [];
}

@ValueClass()
export class Part {
  weight!: number;
}

@ValueClass()
export class Paging {
  @Param({ minimum: 1 }) page: int = 1;
  search: string | null = null;
}

/** Each kind of declaration that a signature can have. `test/decorators/everything.test.ts` has each of them by hand. */
@RestController('v1', '/everything')
export class EverythingController {
  @RestRoute('/scalars/{id}/{slug}/{kind}', HttpMethod.Get, new PublicAccess())
  scalars(
    id: int,
    slug: string,
    kind: Kind,
    ratio: number,
    active: boolean,
    since: Date,
    size: 'small' | 'large',
    anything: unknown,
  ) {
    return { id, slug, kind, ratio, active, since, size, anything };
  }

  @RestRoute('/absent', HttpMethod.Get, new PublicAccess())
  absent(
    page: int = 1,
    title = 'none',
    kind: Kind = Kind.Book,
    search: string | null = null,
    parent?: int,
    either?: string | null,
  ) {
    return { page, title, kind, search, parent, either };
  }

  @RestRoute('/lists', HttpMethod.Post, new PublicAccess())
  lists(
    tags: Tag[],
    ids: int[],
    lines: Line[],
    rows: int[][],
    @ListOf('string', { minItems: 1, uniqueItems: true }) names: string[],
    dates: Date[] = [],
  ) {
    return { tags, ids, lines, rows, names, dates };
  }

  @RestRoute('/objects', HttpMethod.Post, new PublicAccess())
  objects(
    publisher: Publisher,
    counts: Record<string, int>,
    open: Record<string, unknown>,
    @Param() line: Line,
    union: string | int,
    alternatives: Line | Part | Date,
  ) {
    return { publisher, counts, open, line, union, alternatives };
  }

  @RestRoute('/limits/{code}', HttpMethod.Post, new PublicAccess())
  limits(
    @Param({ match: '[a-z]+' }) code: string,
    @Param({ minLength: 2, maxLength: 9, pattern: '^x', description: 'A text.' }) text: string,
    @Param({ minimum: 1, exclusiveMaximum: true, maximum: 9, multipleOf: 2 }) count: int,
    @Param({ format: 'email' }) email: string,
    @Param({ maxProperties: 2 }) few: Record<string, string>,
    @Param({ schema: { type: 'integer', oneOf: [{ minimum: 3 }, { maximum: 1 }] } }) own: unknown,
  ) {
    return { code, text, count, email, few, own };
  }

  @RestRoute('/files', HttpMethod.Post, new PublicAccess())
  files(
    @Param({ mediaTypes: ['image/*'], maxSize: '1 KiB' }) cover: UploadedFile,
    @ListOf(UploadedFile, { maxItems: 2 }) pages: UploadedFile[],
    back: UploadedFile | null = null,
  ) {
    return [cover, pages, back].length;
  }

  @RestRoute('/spread/{id}', HttpMethod.Put, new Callback(EverythingController.mayWrite))
  spread(
    @Arguments() paging: Paging,
    @Arguments() item: { id: int; title: string },
    request: RestRequest,
  ) {
    return { paging, item, path: request.path };
  }

  static mayWrite(id: int, request: RestRequest, page: int): boolean {
    return id === page && request.method !== '';
  }
}
