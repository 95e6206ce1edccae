import {
  Body,
  Controller,
  Delete,
  Get,
  Headers,
  Param as NestParam,
  ParseBoolPipe,
  ParseFloatPipe,
  ParseIntPipe,
  Post,
  Put,
  Query,
  Req,
  UseGuards,
  ValidationPipe,
} from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsInt, IsOptional } from 'class-validator';
import * as fc from 'fast-check';
import { Callback, Param, PermissionGuard, RequirePermission } from 'nestjs-rest-routes';
import { beforeEach, describe, expect, test } from 'vitest';
import { fuzzSettings } from '../fuzz/support/settings.js';
import { ADAPTERS, useRoutes } from '../support/application.js';

const REQUESTS = 600;

let seen: unknown[] = [];
/** Every value under the name that the handler takes, or could read. */
let used: unknown[] = [];

beforeEach(() => {
  [seen, used] = [[], []];
});

class IdDto {
  @IsOptional() @IsInt() @Type(() => Number) id?: number;
}

interface WithId {
  readonly id?: unknown;
}

interface AnyRequest {
  readonly params?: WithId;
  readonly query?: WithId;
  readonly body?: WithId;
}

const transform = new ValidationPipe({ transform: true });

function use(...values: readonly unknown[]): string {
  used = values.filter((value) => value !== undefined);
  return 'done';
}

@Controller('own')
@UseGuards(PermissionGuard)
@RequirePermission(new Callback(OwnController.owns))
class OwnController {
  @Delete('text/:id')
  text(@NestParam('id') id: string) {
    return use(id);
  }

  @Put('whole-body/:id')
  wholeBody(@NestParam('id') id: string, @Body() body?: WithId) {
    return use(id, body?.id);
  }

  @Post('body-and-query')
  bodyAndQuery(@Query('id') id: string, @Body() body?: WithId) {
    return use(id, body?.id);
  }

  @Post('body')
  body(@Body() body?: WithId) {
    return use(body?.id);
  }

  @Get('query')
  query(@Query() { id }: WithId) {
    return use(id);
  }

  @Put('named-body/:id')
  namedBody(@Body('id') id: unknown) {
    return use(id);
  }

  @Put('header/:id')
  header(@Headers('id') id: unknown) {
    return use(id);
  }

  @Put('int/:id')
  int(@NestParam('id', ParseIntPipe) id: number) {
    return use(id);
  }

  @Put('float/:id')
  float(@NestParam('id', ParseFloatPipe) id: number) {
    return use(id);
  }

  @Put('flag/:id')
  flag(@Query('id', ParseBoolPipe) id: boolean) {
    return use(id);
  }

  @Put('dto/:id')
  dto(@Body(transform) body: IdDto) {
    return use(body.id);
  }

  @Post('dtos')
  dtos(@Body(transform) body: IdDto, @Query(transform) query: IdDto) {
    return use(body.id, query.id);
  }

  @Put('request/:id')
  request(@Req() { params, query, body }: AnyRequest) {
    return use(params?.id, query?.id, body?.id);
  }

  static owns(@Param({ name: 'id', type: 'integer' }) id: number): boolean {
    seen.push(id);
    return true;
  }
}

const ROUTES: readonly (readonly [method: string, path: string])[] = [
  ['DELETE', 'text/'],
  ['PUT', 'whole-body/'],
  ['POST', 'body-and-query'],
  ['POST', 'body'],
  ['GET', 'query'],
  ['PUT', 'named-body/'],
  ['PUT', 'header/'],
  ['PUT', 'int/'],
  ['PUT', 'float/'],
  ['PUT', 'flag/'],
  ['PUT', 'dto/'],
  ['POST', 'dtos'],
  ['PUT', 'request/'],
];

const spelling = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('1', '2', '100') },
  fc.constantFrom('1e2', '1E2', '1e02', '.1e3', '10e1', '0x64', '+100', ' 100', '100.0', '１００'),
  fc.constantFrom('0100', '1_0', '-0', '1e0', '1.0', 'true', '0b1', '', 'null', 'Infinity', '1\n'),
  fc.tuple(fc.nat(200), fc.constantFrom('', ' ', 'e0', '.', '.00', 'n', ',1')).map(String),
  fc.string({ maxLength: 4 }),
);

const json = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<unknown>(1, 2, 100, '1', '2', '100') },
  spelling,
  fc.array(spelling, { maxLength: 2 }),
  spelling.map((id) => ({ id })),
  fc.constantFrom<unknown>(null, true, false, 1.5, [1], [[100]], {}),
);

const form = fc
  .array(fc.tuple(fc.constantFrom('id', 'id', 'id[]', 'id[id]', 'ID'), spelling), { maxLength: 3 })
  .map((pairs) => new URLSearchParams(pairs).toString());

const body = fc.oneof(
  fc.constant(undefined),
  json.map((id) => ({ type: 'application/json', text: JSON.stringify({ id }) })),
  json.map((whole) => ({ type: 'application/json', text: JSON.stringify(whole) })),
  form.map((text) => ({ type: 'application/x-www-form-urlencoded', text })),
);

const request = fc.record({
  route: fc.constantFrom(...ROUTES),
  path: spelling.filter((text) => text !== ''),
  query: form,
  header: fc.option(fc.constantFrom('1', '2', '100', '1e2', '0x64', ' 1'), { nil: undefined }),
  body,
});

/** Readers of texts that differ about most spellings. */
const READERS = [Number, Number.parseFloat, (text: string) => Number.parseInt(text, 10)];

describe.each(ADAPTERS)('callbacks of plain controllers on %s', (adapter) => {
  const app = useRoutes([], { adapter, controllers: [OwnController] });

  test('A callback of a plain controller decides about the value that the method gets, or the request is a 400', async () => {
    const { seed, repeatable } = fuzzSettings();
    let allowed = 0;
    const property = fc.asyncProperty(request, async ({ route, path, query, header, ...sent }) => {
      [seen, used] = [[], []];
      const [method, start] = route;
      const target = `/own/${start}${start.endsWith('/') ? encodeURIComponent(path) : ''}?${query}`;
      const { status } = await app.fetch(method, target, {
        headers: {
          ...(header === undefined ? {} : { id: header }),
          ...(sent.body === undefined ? {} : { 'content-type': sent.body.type }),
        },
        ...(sent.body === undefined ? {} : { body: sent.body.text }),
      });
      expect([200, 201, 400, 404]).toContain(status);
      if (status >= 400) return;
      allowed += 1;
      expect(seen).toHaveLength(1);
      for (const value of used) {
        for (const read of READERS) {
          const [id] = seen;
          // 0 and -0 are the same id.
          expect({ id, isUsed: (typeof value === 'string' ? read(value) : value) === id }).toEqual({
            id,
            isUsed: true,
          });
        }
      }
    });
    await repeatable(fc.assert(property, { numRuns: REQUESTS, seed }));
    expect(allowed).toBeGreaterThan(REQUESTS / 50);
  });
});
