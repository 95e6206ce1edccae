import 'reflect-metadata';
import {
  Body,
  createParamDecorator,
  DefaultValuePipe,
  Headers,
  Inject,
  Injectable,
  Ip,
  Param,
  ParseArrayPipe,
  ParseBoolPipe,
  ParseIntPipe,
  Query,
  Req,
  Scope,
  Session,
  UsePipes,
  ValidationPipe,
  StandardSchemaValidationPipe,
  type ArgumentMetadata,
  type ExecutionContext,
  UnprocessableEntityException,
  type INestApplication,
  type PipeTransform,
} from '@nestjs/common';
import { APP_PIPE, REQUEST } from '@nestjs/core';
import { Type } from 'class-transformer';
import { IsArray, IsInt, IsOptional, IsString, MinLength, ValidateNested } from 'class-validator';
import fc from 'fast-check';
import { type int } from 'nestjs-rest-routes';
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS, type RequestOptions } from '../support/application.js';
import { isNest11 } from '../support/nest-versions.js';
import { At } from '../support/plain-twin.js';
import { RecordingPipe, shown, startPair, type Pair } from './support/piped-pair.js';

class Author {
  @IsString() name!: string;
}

class CreateDto {
  @IsString() @MinLength(2) title!: string;
  @IsInt() @IsOptional() pages?: number;
  @ValidateNested({ each: true })
  @Type(() => Author)
  @IsArray()
  @IsOptional()
  authors?: Author[];
}

class ListDto {
  @IsInt() @Type(() => Number) @IsOptional() page?: number;
  @IsString() @IsOptional() search?: string;
}

const Caller = createParamDecorator(
  (data: string, context: ExecutionContext) =>
    context.switchToHttp().getRequest<{ headers: Record<string, string> }>().headers[data],
);
const LaterCaller = createParamDecorator((data: string, context: ExecutionContext) =>
  Promise.resolve(
    context.switchToHttp().getRequest<{ headers: Record<string, string> }>().headers[data],
  ),
);

@Injectable()
class LaterPipe implements PipeTransform {
  async transform(value: unknown): Promise<unknown> {
    return Promise.resolve({ later: value });
  }
}

/** Created for each request: knows the request that it runs for. */
@Injectable({ scope: Scope.REQUEST })
class ScopedPipe implements PipeTransform {
  constructor(
    @Inject(REQUEST) private readonly request: { headers: Record<string, string | undefined> },
  ) {}
  transform(value: unknown, { type }: ArgumentMetadata): unknown {
    return { value, type, caller: this.request.headers['x-caller'] };
  }
}

const WHITELIST = new ValidationPipe({ whitelist: true });
const STRICT = new ValidationPipe({ forbidNonWhitelisted: true, whitelist: true });
const TRANSFORM = new ValidationPipe({ transform: true, whitelist: true });
const SCHEMA = z.object({ title: z.string().min(2), pages: z.int().default(1) });

/** Whether parameters may have a schema, which pipes see. */
const HAS_SCHEMAS = !isNest11(
  'schemas of parameters',
  'it has no such option and no StandardSchemaValidationPipe',
);

function BodyOfSchema(): ParameterDecorator {
  if (!HAS_SCHEMAS) return Body(RecordingPipe);
  return Body({ schema: SCHEMA, pipes: [RecordingPipe, new StandardSchemaValidationPipe()] });
}

/** Rejects as Nest's own pipes do. */
@Injectable()
class RefusingPipe implements PipeTransform {
  transform(value: unknown): unknown {
    if (value === undefined) throw new UnprocessableEntityException(['a page', 'is missing']);
    return value;
  }
}

@Injectable()
class CrashingPipe implements PipeTransform {
  async transform(value: unknown): Promise<unknown> {
    return value === undefined ? value : Promise.reject(new TypeError('A bug.'));
  }
}

@UsePipes(new RecordingPipe('class'))
class Handlers {
  @At('Post', 'whitelist')
  whitelist(@Body(WHITELIST) dto: CreateDto) {
    return shown(dto);
  }
  @At('Post', 'strict')
  strict(@Body(STRICT) dto: CreateDto) {
    return shown(dto);
  }
  @At('Post', 'transform')
  transform(@Body(RecordingPipe, TRANSFORM, RecordingPipe) dto: CreateDto) {
    return shown(dto);
  }
  @At('Post', 'property')
  property(@Body('title', RecordingPipe, new ParseIntPipe({ optional: true })) title: number) {
    return shown(title);
  }
  @At('Post', 'by-method')
  @UsePipes(new RecordingPipe('method'), TRANSFORM)
  byMethod(@Body() dto: CreateDto, @Query() query: ListDto, @Headers('x-caller') caller: string) {
    return shown(dto, query, caller);
  }
  @At('Post', 'schema')
  schema(@BodyOfSchema() dto: unknown) {
    return shown(dto);
  }
  @At('Post', 'raw')
  raw(@Body() dto: unknown, @Body('title') title: unknown) {
    return shown(dto, title);
  }
  @At('Get', 'query')
  query(
    @Query(RecordingPipe, TRANSFORM) all: ListDto,
    @Query('page', RecordingPipe, new DefaultValuePipe(1), ParseIntPipe) page: number,
    @Query('tags', new ParseArrayPipe({ items: Number, optional: true })) tags: number[],
    @Query('flag', new DefaultValuePipe(false), ParseBoolPipe) flag: boolean,
  ) {
    return shown(all, page, tags, flag);
  }
  @At('Get', 'strict-query')
  strictQuery(@Query(STRICT) all: ListDto) {
    return shown(all);
  }
  @At('Get', 'others')
  @UsePipes(new RecordingPipe('method'))
  others(
    @Headers() headers: Record<string, string>,
    @Headers('x-caller') caller: string,
    @Ip() ip: string,
    @Session() session: unknown,
    @Req() request: { method: string },
    @Caller('x-caller') own: string,
    @LaterCaller('x-caller', new LaterPipe()) later: string,
  ) {
    return shown(headers['x-caller'], caller, ip, session, request.method, own, later);
  }
  @At('Get', 'scoped')
  scoped(@Query('page', ScopedPipe, RecordingPipe, LaterPipe) page: unknown) {
    return shown(page);
  }
  @At('Post', 'described')
  described(
    @Body() body: CreateDto,
    @Query('page') page: string,
    @Param() all: Record<string, string>,
    @Caller('x-caller') caller: string,
  ) {
    return shown(body, page, all, caller);
  }
  @At('Get', 'refusing')
  refusing(@Query('page', RefusingPipe) page: string) {
    return shown(page);
  }
  @At('Get', 'crashing')
  crashing(@Query('page', CrashingPipe) page: string) {
    return shown(page);
  }
  @At('Get', 'global')
  global(@Query() all: ListDto, @Query('page') page: number) {
    return shown(all, page);
  }
  @At('Get', 'one/{id}')
  one(@Param('id', RecordingPipe) one: string, @Param() all: unknown, id: string) {
    return shown(one, all);
  }
  @At('Get', 'own/{id}')
  own(id: string, n: int) {
    return shown(id, n);
  }
}

const names = fc.oneof(
  { arbitrary: fc.string({ maxLength: 8 }), weight: 20 },
  { arbitrary: fc.constantFrom('__proto__', 'constructor', 'prototype'), weight: 1 },
);
const values = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 2 },
    fc.string({ maxLength: 6 }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(names, tie('any'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).any;
const title = fc.oneof(fc.string({ minLength: 2, maxLength: 6 }), values);
const author = fc.record({ name: title, extra: values }, { requiredKeys: [] });
const body = fc.oneof(
  fc.record(
    {
      title,
      pages: fc.oneof(fc.integer(), values),
      authors: fc.oneof(fc.array(author, { maxLength: 2 }), values),
      evil: values,
    },
    { requiredKeys: [] },
  ),
  fc.array(values, { maxLength: 2 }),
);
const pairs = fc.array(
  fc.tuple(
    // A route shows names with brackets as it reads them: `tags[]` as a list, `a[b]` as an object.
    fc.constantFrom('page', 'page', 'search', 'tags', 'flag', '__proto__'),
    fc.oneof(
      fc.constantFrom('1', '2', 'true', '1,2', ''),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    ),
  ),
  { maxLength: 4 },
);
const query = pairs.map((all) => {
  const text = all.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  return text === '' ? '' : `?${text}`;
});
const headers = fc.constantFrom<Record<string, string>>({}, { 'x-caller': 'ada' });
const form = fc.constantFrom('title=Dune', 'title=D', 'title=Dune&evil=1', 'evil=1');

const requests = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        'whitelist',
        'strict',
        'transform',
        'property',
        'by-method',
        'schema',
        'raw',
        'described',
      ),
      query,
      headers,
      fc.oneof(
        { arbitrary: body.map(json), weight: 5 },
        { arbitrary: form.map(formOf), weight: 1 },
      ),
    )
    .map(([path, text, more, options]): Asked => {
      return ['POST', `${path}${text}`, { ...options, headers: { ...more, ...options.headers } }];
    }),
  fc
    .tuple(
      fc.constantFrom(
        'query',
        'strict-query',
        'others',
        'scoped',
        'one/5',
        'one/a%20b',
        'refusing',
        'crashing',
      ),
      query,
      headers,
    )
    .map(([path, text, more]): Asked => ['GET', `${path}${text}`, { headers: more }]),
);
type Asked = [method: string, path: string, options: RequestOptions];

describe.each(ADAPTERS)('pipes on %s', (adapter) => {
  describe('of parameters, methods and classes', () => {
    let pair: Pair;
    beforeAll(async () => {
      pair = await startPair(Handlers, adapter);
    });
    afterAll(() => pair.close());

    test('ValidationPipe on @Body() rejects what the DTO forbids and removes what it does not declare', async () => {
      const refused = await pair.routed('POST', 'whitelist', json({ title: 5, evil: 1 }));
      expect(refused.status).toBe(400);
      expect(refused.messages).toContain('title must be a string');
      const passed = await pair.routed('POST', 'whitelist', json({ title: 'Dune', evil: 1 }));
      expect(passed.value).toEqual({ shown: expect.stringContaining("title: 'Dune'") });
      expect(passed.value).toEqual({ shown: expect.not.stringContaining('evil') });
      expect(
        (await pair.routed('POST', 'strict', json({ title: 'Dune', evil: 1 }))).messages,
      ).toEqual(['property evil should not exist']);
    });

    test('A pipe reads the type, the metatype, the data and the schema of each parameter', async () => {
      const { seen } = await pair.routed('POST', 'described?page=3', json({ title: 'Dune' }));
      expect(seen.map((sighting) => /\btype: '(\w+)'/.exec(sighting)?.[1])).toEqual(
        expect.arrayContaining(['body', 'query', 'param', 'custom']),
      );
      expect(seen.join('\n')).toContain("metatype: 'CreateDto'");
      expect(seen.join('\n')).toContain("data: 'page'");
      const { seen: bySchema } = await pair.routed('POST', 'schema', json({ title: 'Dune' }));
      expect(bySchema.join('\n')).toContain(`schema: ${HAS_SCHEMAS ? "'zod'" : 'undefined'}`);
    });

    test('Every pipe of a route sees the value and the metadata that it sees on a plain controller', async () => {
      await fc.assert(
        fc.asyncProperty(requests, async ([method, path, options]) => {
          const [plain, routed] = [
            await pair.plain(method, path, options),
            await pair.routed(method, path, options),
          ];
          expect(routed).toEqual(plain);
        }),
        { numRuns: 400 },
      );
    });
  });
});

describe.each(ADAPTERS)('global pipes on %s', (adapter) => {
  /** The requests to each handler, valid and invalid. */
  const asked = [
    ['POST', 'raw', json({ title: 'Dune', evil: 1 })],
    ['POST', 'by-method?page=3', json({ title: 'Dune', evil: 1 })],
    ['POST', 'by-method?page=x', json({ title: 5 })],
    ['GET', 'global?page=3&evil=1', {}],
    ['GET', 'global?page=x', {}],
    ['GET', 'others', { headers: { 'x-caller': 'ada' } }],
    ['GET', 'one/7', {}],
  ] as const;

  describe('Global pipes run on a route as on a plain controller', () => {
    test.each([
      [
        'useGlobalPipes',
        {
          configure: (app: INestApplication) =>
            void app.useGlobalPipes(
              new RecordingPipe('global'),
              TRANSFORM,
              new RecordingPipe('after'),
            ),
        },
      ],
      [
        'APP_PIPE',
        {
          providers: [
            { provide: 'place', useValue: 'global' },
            { provide: APP_PIPE, useClass: RecordingPipe },
            { provide: APP_PIPE, useValue: STRICT },
            { provide: APP_PIPE, useClass: ScopedPipe },
          ],
        },
      ],
    ])('%s', async (_name, more) => {
      const pair = await startPair(Handlers, adapter, more);
      try {
        let sightings = 0;
        for (const [method, path, options] of asked) {
          const plain = await pair.plain(method, path, options);
          expect(await pair.routed(method, path, options)).toEqual(plain);
          sightings += plain.seen.length;
        }
        expect(sightings).toBeGreaterThan(asked.length);
      } finally {
        await pair.close();
      }
    });
  });

  test('Arguments that the library validates do not pass through pipes', async () => {
    const pair = await startPair(Handlers, adapter, {
      configure: (app) => void app.useGlobalPipes(new RecordingPipe('global')),
    });
    try {
      const { seen, value } = await pair.routed('GET', 'own/7?n=3');
      expect(value).toEqual({ shown: "[ '7', 3 ]" });
      expect(seen).toEqual([]);
    } finally {
      await pair.close();
    }
  });
});

function formOf(text: string): RequestOptions {
  return { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: text };
}

function json(body: unknown): RequestOptions {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
