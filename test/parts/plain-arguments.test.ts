import {
  Body,
  Controller,
  createParamDecorator,
  DefaultValuePipe,
  Get,
  Param,
  ParseBoolPipe,
  ParseDatePipe,
  ParseEnumPipe,
  ParseFloatPipe,
  ParseIntPipe,
  ParseUUIDPipe,
  Query,
  ValidationPipe,
} from '@nestjs/common';
import { Format } from 'nestjs-rest-routes';
import { expect, test } from 'vitest';
import {
  optionsOfDesignType,
  optionsOfPipes,
  parametersTaken,
} from '../../lib/nest/parts/plain-arguments.js';

const enumeration = { Up: 'up', Down: 'down' } as const;

class OwnIntPipe extends ParseIntPipe {}

test.each([
  ['the class of a pipe', [ParseIntPipe], { type: 'integer' }],
  ['an instance', [new ParseIntPipe()], { type: 'integer' }],
  ['a subclass', [new OwnIntPipe()], { type: 'integer' }],
  ['a pipe for floats', [ParseFloatPipe], { type: 'number' }],
  ['a pipe for booleans', [ParseBoolPipe], { type: 'boolean' }],
  ['a pipe for dates', [ParseDatePipe], { type: 'date' }],
  ['a pipe for UUIDs', [ParseUUIDPipe], { type: 'string', format: Format.Uuid }],
  ['a pipe for enums', [new ParseEnumPipe(enumeration)], { enum: enumeration }],
  ['a default', [new DefaultValuePipe(1), ParseIntPipe], { default: 1, type: 'integer' }],
  ['an option', [new ParseIntPipe({ optional: true })], { type: 'integer', required: false }],
])('the type of an argument is read from %s', (_title, pipes, options) => {
  expect(optionsOfPipes(pipes)).toEqual(options);
});

test('other pipes state no type', () => {
  expect(optionsOfPipes([ValidationPipe, new ValidationPipe(), undefined, null])).toBeUndefined();
  expect(optionsOfPipes([])).toBeUndefined();
});

test('decorator metadata states the types of single values only', () => {
  expect([String, Number, Boolean, Date].map(optionsOfDesignType)).toEqual([
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'date' },
  ]);
  expect([Array, Object, undefined, ParseIntPipe].map(optionsOfDesignType)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('the parameters of a handler are those that take a source, or a value of it by name', () => {
  // Nest's key of such a decorator may begin with a digit, as the keys of path, query and body do.
  const Custom = createParamDecorator(() => 'custom');
  @Controller('cats')
  class CatsController {
    @Get()
    list(
      @Param('id', ParseIntPipe) id: number,
      @Query('page') page: number,
      @Body('name') name: string,
      @Query() query: object,
      @Custom('token') token: string,
    ) {
      return { id, page, name, query, token };
    }
  }
  const taken = parametersTaken(CatsController, 'list');
  expect(taken.map(({ name, source }) => `${name ?? 'all'} from ${source}`).toSorted()).toEqual([
    'all from query',
    'id from path',
    'name from body',
    'page from query',
  ]);
  expect(parametersTaken(CatsController, 'constructor')).toEqual([]);
});
