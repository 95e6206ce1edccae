import {
  Body,
  Controller,
  createParamDecorator,
  DefaultValuePipe,
  Delete,
  Get,
  Headers,
  Injectable,
  Param as NestParam,
  ParseIntPipe,
  Post,
  Put,
  Query,
  Req,
  Scope,
  UseGuards,
  UseInterceptors,
  UsePipes,
  ValidationPipe,
  type ArgumentMetadata,
  type PipeTransform,
} from '@nestjs/common';
import { FileInterceptor } from '@nestjs/platform-express';
import { Transform, Type } from 'class-transformer';
import { Allow, IsInt, IsOptional } from 'class-validator';
import { Callback, ListOf, Param, PermissionGuard, RequirePermission } from 'nestjs-rest-routes';
import { beforeEach, describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';

/** What callbacks and handlers got, in their order. */
const seen: unknown[] = [];
const used: unknown[] = [];

beforeEach(() => {
  seen.length = 0;
  used.length = 0;
});

function note(value: unknown): boolean {
  seen.push(value);
  return true;
}

function use(...values: readonly unknown[]): string {
  used.push(...values);
  return 'done';
}

/** Reads as C and PHP do: what comes before the first other character. */
const asInt = (text: unknown): number => Number.parseInt(String(text), 10);

@Injectable()
class HexPipe implements PipeTransform {
  transform(value: unknown): unknown {
    return value === undefined ? undefined : Number.parseInt(String(value), 16);
  }
}

/** Changes what it gets, as no pipe should. */
class RaisingPipe implements PipeTransform {
  transform(value: { id: number }): unknown {
    value.id += 1;
    return value;
  }
}

@Injectable({ scope: Scope.REQUEST })
class ScopedPipe implements PipeTransform {
  transform(value: unknown): unknown {
    return Number(value) * 2;
  }
}

class ClassPipe implements PipeTransform {
  transform(value: unknown, { data }: ArgumentMetadata): unknown {
    return data === 'id' ? Number(value) + 1 : value;
  }
}

class IdDto {
  @IsInt() @Type(() => Number) id!: number;
}

class TrimmedDto {
  @IsOptional() @Transform(({ value }) => asInt(value)) id?: number;
}

class OtherDto {
  @Allow() title?: string;
}

const Field = createParamDecorator((name: string, context) => {
  const { body } = context.switchToHttp().getRequest<{ body?: Record<string, unknown> }>();
  return body?.[name];
});

@Controller('values')
@UseGuards(PermissionGuard)
class ValuesController {
  @Delete('raw/:id')
  @RequirePermission(new Callback(ValuesController.number))
  raw(@NestParam('id') id: string) {
    return use(asInt(id));
  }

  @Delete('piped/:id')
  @RequirePermission(new Callback(ValuesController.number))
  piped(@NestParam('id', ParseIntPipe) id: number) {
    return use(id);
  }

  @Get('hex/:id')
  @RequirePermission(new Callback(ValuesController.number))
  hex(@NestParam('id', HexPipe) id: number) {
    return use(id);
  }

  @Get('method/:id')
  @UsePipes(HexPipe)
  @RequirePermission(new Callback(ValuesController.number))
  method(@NestParam('id') id: number) {
    return use(id);
  }

  @Get('scoped/:id')
  @RequirePermission(new Callback(ValuesController.number))
  scoped(@NestParam('id', ScopedPipe) id: number) {
    return use(id);
  }

  @Get('defaulted')
  @RequirePermission(new Callback(ValuesController.number))
  defaulted(@Query('id', new DefaultValuePipe(5), ParseIntPipe) id: number) {
    return use(id);
  }

  @Get('whole-query')
  @RequirePermission(new Callback(ValuesController.number))
  wholeQuery(@Query(new ValidationPipe({ transform: true })) { id }: IdDto) {
    return use(id);
  }

  @Get('whole-path/:id')
  @RequirePermission(new Callback(ValuesController.number))
  wholePath(@NestParam(new ValidationPipe({ transform: true })) { id }: TrimmedDto) {
    return use(id);
  }

  @Post('whole-body')
  @RequirePermission(new Callback(ValuesController.number))
  wholeBody(@Body(new ValidationPipe({ transform: true })) { id }: IdDto) {
    return use(id);
  }

  @Post('stripped')
  @RequirePermission(new Callback(ValuesController.number))
  stripped(@Body(new ValidationPipe({ transform: true, whitelist: true })) dto: OtherDto) {
    return use((dto as { id?: unknown }).id);
  }

  @Post('raising')
  @RequirePermission(new Callback(ValuesController.number))
  raising(@Body(RaisingPipe) { id }: { id: number }) {
    return use(id);
  }

  @Post('body-and-query')
  @RequirePermission(new Callback(ValuesController.number))
  bodyAndQuery(@Body() body: { id?: unknown } | undefined, @Query('id') id: string) {
    return use(...(body?.id === undefined ? [] : [asInt(body.id)]), asInt(id));
  }

  @Put('path-and-body/:id')
  @RequirePermission(new Callback(ValuesController.number))
  pathAndBody(@NestParam('id') id: string, @Body() body: { id?: unknown } | undefined) {
    return use(asInt(body?.id ?? id));
  }

  @Post('in-body')
  @RequirePermission(new Callback(ValuesController.number))
  inBody(@Body('id') id: unknown) {
    return use(asInt(id));
  }

  @Put('in-query/:id')
  @RequirePermission(new Callback(ValuesController.number))
  inQuery(@Query('id') id: string) {
    return use(asInt(id));
  }

  @Get('in-header/:id')
  @RequirePermission(new Callback(ValuesController.number))
  inHeader(@Headers('id') id: string) {
    return use(asInt(id));
  }

  @Put('by-request/:id')
  @RequirePermission(new Callback(ValuesController.number))
  byRequest(@Req() { params, body }: { params: { id: string }; body?: { id?: unknown } }) {
    return use(asInt(body?.id ?? params.id));
  }

  @Put('by-own-decorator/:id')
  @RequirePermission(new Callback(ValuesController.number))
  byOwnDecorator(@Field('id') id: unknown, @NestParam() params: { id: string }) {
    return use(asInt(id ?? params.id));
  }

  @Post('form')
  @UseInterceptors(FileInterceptor('file'))
  @RequirePermission(new Callback(ValuesController.number))
  form(@Body() body: { id?: string } | undefined, @Query() query: { id?: string }) {
    return use(asInt(body?.id ?? query.id));
  }

  @Get('flag')
  @RequirePermission(new Callback(ValuesController.flag))
  flagHandler(@Query('flag') flag: string) {
    return use(flag);
  }

  @Get('list')
  @RequirePermission(new Callback(ValuesController.list))
  listHandler(@Query('list') list: string | string[]) {
    return use(list);
  }

  @Get('moment')
  @RequirePermission(new Callback(ValuesController.moment))
  momentHandler(@Query('moment') moment: string) {
    return use(moment);
  }

  static number(@Param({ name: 'id', type: 'integer' }) id: number): boolean {
    return note(id);
  }

  static flag(@Param({ name: 'flag', type: 'boolean' }) flag: boolean): boolean {
    return note(flag);
  }

  static list(@Param({ name: 'list' }) @ListOf('integer') list: number[]): boolean {
    return note(list);
  }

  static moment(@Param({ name: 'moment', type: 'date' }) moment: Date): boolean {
    return note(moment);
  }
}

@Controller('shared-pipes')
@UseGuards(PermissionGuard)
@UsePipes(ClassPipe)
class SharedPipesController {
  @Get(':id')
  @RequirePermission(new Callback(ValuesController.number))
  one(@NestParam('id') id: number) {
    return use(id);
  }
}

const json = (body: unknown) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const form = (body: string) => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body,
});

/** Other spellings of 100; some readers take them for 1, 10 or nothing. */
const SPELLINGS = [
  '1e2',
  '1E2',
  '1e02',
  '.1e3',
  '10e1',
  '0x64',
  '+100',
  ' 100',
  '100 ',
  '100.0',
  '100.',
  '0100',
  '00100',
  '1_00',
  '１００',
  '0b1100100',
  '\t100',
  '100\u00a0',
  '1e2.',
];

describe.each(ADAPTERS)('the value that a callback of a plain controller gets on %s', (adapter) => {
  const app = useRoutes([], { adapter, controllers: [ValuesController, SharedPipesController] });

  test.each(SPELLINGS)(
    'a number that is written as %j is a 400 where the handler gets the text',
    async (text) => {
      const spelled = encodeURIComponent(text);
      const statuses = [
        await app.fetch('DELETE', `/values/raw/${spelled}`),
        await app.fetch('DELETE', `/values/piped/${spelled}`),
        await app.fetch('POST', '/values/in-body', json({ id: text })),
        await app.fetch('POST', '/values/in-body', form(`id=${spelled}`)),
        await app.fetch('PUT', `/values/in-query/100?id=${spelled}`),
        await app.fetch('PUT', `/values/by-request/${spelled}`),
      ].map(({ status }) => status);
      // ParseIntPipe of Nest reads leading zeros, and the handler gets its number.
      const piped = /^0+100$/.test(text) ? 200 : 400;
      expect(statuses).toEqual([400, piped, 400, 400, 400, 400]);
      expect(seen).toEqual(used);
    },
  );

  test('the 400 states the only spelling', async () => {
    expect(await app.fetch('DELETE', '/values/raw/1e2')).toMatchObject({
      status: 400,
      body: { code: 'rest_invalid_param', data: { params: { id: 'id must be written as 100.' } } },
    });
  });

  test('a percent-encoded digit is the digit, for both', async () => {
    expect((await app.fetch('DELETE', '/values/raw/%31%30%30')).status).toBe(200);
    expect([seen, used]).toEqual([[100], [100]]);
    expect((await app.fetch('DELETE', '/values/raw/-0')).status).toBe(400);
  });

  test.each([
    ['GET', '/values/hex/64', 100],
    ['GET', '/values/hex/0x64', 100],
    ['GET', '/values/method/64', 100],
    ['GET', '/values/scoped/50', 100],
    ['GET', '/shared-pipes/99', 100],
    ['GET', '/values/defaulted', 5],
    ['GET', '/values/defaulted?id=100', 100],
    ['GET', '/values/whole-query?id=1e2', 100],
    ['GET', '/values/whole-path/1e2', 1],
  ])(
    '%s %s: the callback gets what the pipes of the handler make, %j',
    async (method, path, value) => {
      expect((await app.fetch(method, path)).status).toBe(200);
      expect([seen, used]).toEqual([[value], [value]]);
    },
  );

  test('a whole body goes through its pipes; a pipe that changes it changes a copy', async () => {
    expect((await app.fetch('POST', '/values/whole-body?id=1', json({ id: '1e2' }))).status).toBe(
      400,
    );
    expect((await app.fetch('POST', '/values/whole-body', json({ id: '1e2' }))).status).toBe(201);
    expect((await app.fetch('POST', '/values/raising', json({ id: 99 }))).status).toBe(201);
    expect([seen, used]).toEqual([
      [100, 100],
      [100, 100],
    ]);
  });

  test('what the pipes remove is missing, also for the callback', async () => {
    expect(await app.fetch('POST', '/values/stripped', json({ id: 100 }))).toMatchObject({
      status: 400,
      body: { code: 'rest_missing_callback_param' },
    });
  });

  test('what the pipes of the handler reject is rejected before the callback', async () => {
    expect((await app.fetch('GET', '/values/whole-query?id=x')).status).toBe(400);
    expect((await app.fetch('POST', '/values/whole-body', json({ id: [1] }))).status).toBe(400);
    expect(seen).toEqual([]);
  });

  test('two sources that the handler takes must have the same value', async () => {
    const path = '/values/body-and-query?id=100';
    const conflicts = [
      await app.fetch('POST', path, json({ id: 1 })),
      await app.fetch('POST', path, json({ id: '1' })),
      await app.fetch('POST', path, json({ id: '1e2' })),
      await app.fetch('POST', path, json({ id: [100] })),
      await app.fetch('POST', path, json({ id: { id: 100 } })),
      await app.fetch('POST', path, json({ id: null })),
      await app.fetch('POST', path, form('id=1')),
      await app.fetch('POST', path, form('id=100&id=1')),
      await app.fetch('POST', `${path}&id=1`, form('id=1')),
      await app.fetch('POST', '/values/body-and-query?id=1&id=100'),
      await app.fetch('PUT', '/values/path-and-body/100', json({ id: 1 })),
      await app.fetch('PUT', '/values/by-request/100', json({ id: 1 })),
      await app.fetch('PUT', '/values/by-request/100', form('id=1')),
      await app.fetch('PUT', '/values/by-own-decorator/100', json({ id: 1 })),
    ];
    expect(conflicts.map(({ status }) => status)).toEqual(conflicts.map(() => 400));
    expect([seen, used]).toEqual([[], []]);
    // For Fastify `id[]` is a name of its own: the body has no `id`.
    const { status } = await app.fetch('POST', path, form('id[]=1'));
    expect(status).toBe(adapter === 'express' ? 400 : 201);
    expect((await app.fetch('POST', path, json({ id: 100 }))).status).toBe(201);
    expect((await app.fetch('POST', path, form('id=100'))).status).toBe(201);
    expect((await app.fetch('PUT', '/values/path-and-body/100', json({ id: 100 }))).status).toBe(
      200,
    );
    for (const value of [...seen, ...used]) expect(value).toBe(100);
  });

  test('the callback gets the value of the source that the handler names, and no other', async () => {
    expect((await app.fetch('PUT', '/values/in-query/100?id=1')).status).toBe(200);
    expect((await app.fetch('PUT', '/values/in-query/100')).status).toBe(400);
    const headers = { id: '2' };
    expect((await app.fetch('GET', '/values/in-header/100?id=100', { headers })).status).toBe(200);
    expect((await app.fetch('POST', '/values/in-body?id=100', json({ id: 3 }))).status).toBe(201);
    expect((await app.fetch('POST', '/values/in-body?id=100', json({}))).status).toBe(400);
    expect(seen).toEqual([1, 2, 3]);
    expect(used).toEqual([1, 2, 3]);
  });

  test('flags, lists and moments have one spelling each', async () => {
    const ask = async (path: string) => (await app.fetch('GET', `/values/${path}`)).status;
    expect([await ask('flag?flag=true'), await ask('flag?flag=false')]).toEqual([200, 200]);
    for (const text of ['1', '0', 'TRUE', 'False', ''])
      expect(await ask(`flag?flag=${text}`)).toBe(400);
    expect([await ask('list?list=1'), await ask('list?list=1&list=2')]).toEqual([200, 200]);
    for (const text of ['1,2', '1e1', '1&list=1e1', '1%20'])
      expect(await ask(`list?list=${text}`)).toBe(400);
    expect(await ask('moment?moment=2026-01-02T03:04:05Z')).toBe(200);
    expect(await ask('moment?moment=2026-01-02T03:04:05.678Z')).toBe(200);
    for (const text of ['2026-01-02T03:04:05', '2026-01-02T03:04:05%2B02:00', '2026-01-02']) {
      expect(await ask(`moment?moment=${text}`)).toBe(400);
    }
    expect(seen.slice(0, 4)).toEqual([true, false, [1], [1, 2]]);
  });
});

describe('a form with files, which is read after the guards, on express', () => {
  const app = useRoutes([], { adapter: 'express', controllers: [ValuesController] });

  test('is a 400 where the callback may need a field of it', async () => {
    const body = '--x\r\nContent-Disposition: form-data; name="id"\r\n\r\n1\r\n--x--\r\n';
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const { status } = await app.fetch('POST', '/values/form?id=100', { headers, body });
    expect([status, seen, used]).toEqual([400, [], []]);
    expect((await app.fetch('POST', '/values/form?id=100')).status).toBe(201);
    expect([seen, used]).toEqual([[100], [100]]);
  });
});
