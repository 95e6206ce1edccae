import type { RecordedRequest } from '../../support/scratch/recorded-application.js';

/** A parameter of the query, and what clients send for it. */
const OF_QUERY: Readonly<Record<string, readonly [parameter: string, ...queries: string[]]>> = {
  texts: ["@Query('v') v?: string[]", '', 'v=a', 'v=a&v=b', 'v=a,b', 'v[]=a'],
  text: ["@Query('v') v: string", '', 'v=', 'v=a', 'v=1', 'v=%20a%20'],
  defaulted: ["@Query('v') v = 'none'", '', 'v=', 'v=a'],
  untyped: ["@Query('v') v", '', 'v=a'],
  union: ["@Query('v') v?: 'a' | 'b'", '', 'v=a', 'v=c'],
  numeric: ["@Query('v') v: number", '', 'v=1', 'v=x'],
  int: ["@Query('v', ParseIntPipe) v: number", '', 'v=1', 'v=-1', 'v=1.5', 'v=x', 'v='],
  float: ["@Query('v', ParseFloatPipe) v: number", '', 'v=1.5', 'v=1e3', 'v=.5', 'v=x'],
  bool: ["@Query('v', ParseBoolPipe) v: boolean", '', 'v=true', 'v=false', 'v=x'],
  optionalBool: ["@Query('v', new ParseBoolPipe({ optional: true })) v?: boolean", '', 'v=true'],
  list: ["@Query('v', new ParseArrayPipe({ items: Number })) v: number[]", '', 'v=1,2', 'v=x'],
  preset: ["@Query('v', new DefaultValuePipe(5), ParseIntPipe) v: number", '', 'v=7', 'v='],
  uuid: [
    "@Query('v', ParseUUIDPipe) v: string",
    '',
    'v=3F2F1C34-56AB-4CDE-8F01-23456789ABCD',
    'v=x',
  ],
  date: ["@Query('v', ParseDatePipe) v: Date", '', 'v=2026-01-02', 'v=x'],
  whole: ['@Query() v: { a?: string; b?: number }', '', 'a=1&b=2', 'b=x', 'c=1'],
  record: ['@Query() v: Record<string, string>', '', 'a=1&b=2'],
};

/** A parameter of the body, and what clients send for it. */
const OF_BODY: Readonly<Record<string, readonly [parameter: string, ...bodies: unknown[]]>> = {
  bodyText: ["@Body('v') v: string", {}, { v: 'a' }, { v: '' }, { v: 1 }, { v: null }],
  bodyNumber: ["@Body('v') v: number", {}, { v: 1 }, { v: '1' }, { v: 'x' }, { v: null }],
  bodyBoolean: ["@Body('v') v?: boolean", {}, { v: true }, { v: 'x' }],
  bodyTexts: ["@Body('v') v: string[]", {}, { v: ['a'] }, { v: [] }, { v: [1] }, { v: 'a' }],
  bodyObject: ["@Body('v') v: { a: string }", {}, { v: { a: 'x' } }, { v: { a: 'x', b: 1 } }],
  bodyDto: ["@Body('v') v: ItemDto", {}, { v: { name: 'abc' } }, { v: { name: 'a' } }],
  bodyInt: ["@Body('v', ParseIntPipe) v: number", {}, { v: 1 }, { v: '1' }, { v: 1.5 }, { v: 'x' }],
  bodyAny: ['@Body() v: any', {}, { a: 1 }, [1], 'null'],
  bodyUnknown: ['@Body() v: unknown', {}, { a: 1 }],
  bodyDtos: [
    '@Body(new ParseArrayPipe({ items: ItemDto })) v: ItemDto[]',
    [],
    [{ name: 'abc' }],
    {},
  ],
  bodyList: ['@Body() v: ItemDto[]', [], [{ name: 'abc' }]],
  bodyShape: ['@Body() v: { a: string; b?: number }', {}, { a: 'x' }, { a: 'x', c: 1 }, { a: 1 }],
  bodyInterface: ['@Body() v: Item', {}, { name: 'abc' }, { name: 'abc', other: 1 }],
  bodyClass: ['@Body() v: PlainItem', {}, { name: 'abc' }, { name: 'abc', other: 1 }, { name: 1 }],
  bodyPartial: ['@Body() v: Partial<ItemDto>', {}, { name: 'abc' }],
  bodyItem: ['@Body() v: ItemDto', {}, { name: 'abc' }, { name: 'a' }, { name: 'abc', count: '1' }],
};

const handlers = [
  ...Object.entries(OF_QUERY).map(
    ([name, [parameter]]) =>
      `  @Get('${name}')\n  ${name}(${parameter}) {\n    return { v };\n  }\n`,
  ),
  ...Object.entries(OF_BODY).map(
    ([name, [parameter]]) =>
      `  @Post('${name}')\n  ${name}(${parameter}) {\n    return { v };\n  }\n`,
  ),
];

const CONTROLLER = `import { Body, Controller, DefaultValuePipe, Get, ParseArrayPipe, ParseBoolPipe, ParseDatePipe, ParseFloatPipe, ParseIntPipe, ParseUUIDPipe, Post, Query } from '@nestjs/common';
import { ItemDto, PlainItem, type Item } from './items.js';

@Controller('values')
export class ValuesController {
${handlers.join('\n')}}
`;

const ITEMS = `import { IsInt, IsOptional, IsString, MinLength } from 'class-validator';

export class ItemDto {
  @IsString()
  @MinLength(3)
  name!: string;

  @IsOptional()
  @IsInt()
  count?: number;
}

export class PlainItem {
  name!: string;
}

export interface Item {
  name: string;
}
`;

export const SOURCES: Readonly<Record<string, string>> = {
  'src/setup.ts': `import { ValidationPipe, type INestApplication } from '@nestjs/common';

export function setUp(app: INestApplication): void {
  app.useGlobalPipes(new ValidationPipe());
}
`,
  'src/values.controller.ts': CONTROLLER.replace("@Query('v') v)", "@Query('v') v: any)"),
  'src/items.ts': ITEMS,
  'src/app.module.ts': `import { Module } from '@nestjs/common';
import { ValuesController } from './values.controller.js';

@Module({ controllers: [ValuesController] })
export class AppModule {}
`,
};

export const REQUESTS: readonly RecordedRequest[] = [
  ...Object.entries(OF_QUERY).flatMap(([name, [, ...queries]]) =>
    queries.map((query): RecordedRequest => [
      'GET',
      query === '' ? `/values/${name}` : `/values/${name}?${query}`,
    ]),
  ),
  ...Object.entries(OF_BODY).flatMap(([name, [, ...bodies]]) =>
    bodies.map((body): RecordedRequest => ['POST', `/values/${name}`, body]),
  ),
];
