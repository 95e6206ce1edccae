import {
  Format,
  HttpMethod,
  ListOf,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  ValueClass,
  type int,
} from 'nestjs-rest-routes';
import { Kind, type Copy } from './books.js';

@ValueClass()
export class Line {
  @Param({ pattern: '^[a-z]{2,6}$' }) sku!: string;
  @Param({ minimum: 1, maximum: 99 }) quantity: int = 1;
  @Param({ maxLength: 4 }) note: string | null = null;
}

interface Circle {
  shape: 'circle';
  /** @exclusiveMinimum 0 */
  radius: number;
}

interface Square {
  shape: 'square';
  /** @multipleOf 5 */
  width: int;
}

interface Range {
  from?: int;
  to?: int;
  /** @maxItems 2 */
  steps?: int[];
}

/** Every kind of argument, in the query and in a body. */
@RestController('v1', '/values')
export class ValuesController {
  @RestRoute('/texts', [HttpMethod.Get, HttpMethod.Post], new PublicAccess())
  texts(
    @Param({ format: Format.Email }) email?: string,
    @Param({ format: Format.Uuid }) key?: string,
    @Param({ format: Format.Ip }) address?: string,
    @Param({ format: Format.Date }) day?: string,
    @Param({ format: Format.DateTime }) at?: string,
    @Param({ format: Format.HexColor }) color?: string,
    @Param({ format: Format.Uri }) site?: string,
    @Param({ format: Format.TextField }) text?: string,
    @Param({ format: Format.Date }) since?: Date,
    until: Date | null = null,
    @Param({ pattern: '^[a-z]+$', minLength: 2, maxLength: 5 }) word?: string,
  ): Record<string, unknown> {
    return { email, key, address, day, at, color, site, text, since, until, word };
  }

  @RestRoute('/numbers', [HttpMethod.Get, HttpMethod.Post], new PublicAccess())
  numbers(
    count?: int,
    @Param({ minimum: -5, maximum: 5 }) small?: int,
    @Param({ minimum: 0, maximum: 1, exclusiveMinimum: true, exclusiveMaximum: true })
    ratio?: number,
    @Param({ multipleOf: 5 }) fives?: int,
    level: 1 | 2 | 3 = 1,
    flag?: boolean,
    amount: number | null = null,
  ): Record<string, number | boolean | null> {
    return Object.fromEntries(
      Object.entries({ count, small, ratio, fives, level, flag, amount }).flatMap(
        ([name, value]) => (value === undefined ? [] : [[name, value]]),
      ),
    );
  }

  @RestRoute('/lists', [HttpMethod.Get, HttpMethod.Post], new PublicAccess())
  lists(
    @ListOf('integer', { minItems: 1, maxItems: 3 }) ids: int[],
    @ListOf('string', { uniqueItems: true }) words?: string[],
    kinds: Kind[] | null = null,
    @ListOf(Line, { maxItems: 2 }) lines?: Line[],
    copies?: Copy[],
    grid?: int[][],
    flags?: boolean[],
    @Param({ lists: 'comma', maxItems: 3 }) cities?: string[],
    @Param({ lists: 'comma' }) years?: int[],
  ): { ids: int[]; words: string[]; kinds: Kind[]; lines: Line[]; grid: int[][] } {
    void [copies, flags, cities, years];
    return { ids, words: words ?? [], kinds: kinds ?? [], lines: lines ?? [], grid: grid ?? [] };
  }

  @RestRoute('/nulls', [HttpMethod.Get, HttpMethod.Post], new PublicAccess())
  nulls(
    parent: int | null,
    size: { width: int | null } | null,
    level: int | null = 5,
    status: 'draft' | 'live' | null = 'draft',
    @Param({ minimum: 1, required: true }) page: int | null = 1,
    labels: (string | null)[] | null = ['new'],
  ): Record<string, unknown> {
    return { parent, size, level, status, page, labels };
  }

  @RestRoute('/objects', [HttpMethod.Get, HttpMethod.Post], new PublicAccess())
  objects(
    range: Range,
    @Param() line?: Line,
    prices: Record<string, number> = {},
    @Param({ minProperties: 1, maxProperties: 2 }) labels?: Record<string, string>,
    deep?: { size: { width: int; unit: 'cm' | 'in' }; notes: { text: string }[] },
  ): { range: Range; line: Line | null; prices: Record<string, number>; deep: unknown } {
    void labels;
    // A list is accepted in the place of an object, as in WordPress.
    return { range, line: line ?? null, prices: { ...prices }, deep: deep ?? null };
  }

  @RestRoute('/unions', HttpMethod.Post, new PublicAccess())
  unions(
    shape: Circle | Square,
    reference?: string | int,
    filter?: boolean | string[],
    owner?: string | { name: string },
    extra?: unknown,
    settings?: Record<string, unknown>,
  ): { shape: Circle | Square; reference?: string | int; extra?: unknown } {
    void [filter, owner, settings];
    return { shape, ...(reference === undefined ? {} : { reference }), extra };
  }

  @RestRoute('/schemas', HttpMethod.Post, new PublicAccess())
  schemas(
    @Param({
      schema: {
        oneOf: [
          { type: 'integer', minimum: 1 },
          { type: 'object', properties: { width: { type: 'integer', required: true } } },
        ],
      },
    })
    size: unknown,
    @Param({
      schema: {
        type: 'object',
        patternProperties: { '^size_[a-z]+$': { type: 'integer' } },
        additionalProperties: false,
      },
    })
    sizes?: Record<string, int>,
  ): { size: unknown; sizes: Record<string, int> } {
    return { size, sizes: sizes ?? {} };
  }
}
