import {
  BadRequestException,
  HttpException,
  UnprocessableEntityException,
  ValidationPipe,
  type HttpException as Thrown,
  type ValidationPipeOptions,
} from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsInt, IsString, MinLength, ValidateNested } from 'class-validator';
import { describe, expect, test } from 'vitest';
import { namedPlace } from '../../../lib/diagnostics/violations-of.js';
import { translateError } from '../../../lib/diagnostics/translate-error.js';

class Author {
  @IsString() @MinLength(2) name!: string;
  @IsString({ each: true }) tags!: string[];
}

class Line {
  @IsString() sku!: string;
  @IsInt() qty!: number;
}

class Book {
  @IsString() title!: string;
  @IsString({ each: true }) labels!: string[];
  @ValidateNested() @Type(() => Author) author!: Author;
  @ValidateNested({ each: true }) @Type(() => Line) lines!: Line[];
}

const INVALID = {
  title: 3,
  labels: [1],
  author: { name: 'x', tags: [2], evil: 1 },
  lines: [{ sku: 'a', qty: 'x' }],
  'ev il.x': 1,
};

/** By property, as a client of a form wants it. */
const PARAMS = {
  'ev il.x': 'property ev il.x should not exist',
  title: 'title must be a string',
  labels: 'each value in labels must be a string',
  'author.evil': expect.stringContaining('property evil should not exist'),
  'author.name': expect.stringContaining('name must be longer than or equal to 2 characters'),
  'author.tags': expect.stringContaining('each value in tags must be a string'),
  'lines.0.qty': expect.stringContaining('qty must be an integer number'),
};

async function rejected(value: object, options: ValidationPipeOptions = {}): Promise<unknown> {
  const pipe = new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true, ...options });
  const error: unknown = await pipe
    .transform(value, { type: 'body', metatype: Book })
    .catch((thrown: Thrown) => thrown);
  return translateError(error)?.toBody();
}

describe('An error of ValidationPipe has its messages by property', () => {
  test.each<[string, ValidationPipeOptions]>([
    ['by default', {}],
    ['with the errors grouped', { errorFormat: 'grouped' } as ValidationPipeOptions],
    [
      'with the errors themselves',
      { exceptionFactory: (errors) => new BadRequestException(errors) },
    ],
    [
      'with the errors as the response',
      { exceptionFactory: (errors) => new HttpException(errors as never, 400) },
    ],
  ])('%s', async (_title, options) => {
    const body = await rejected(INVALID, options);
    expect(body).toMatchObject({
      code: 'rest_invalid_param',
      message: expect.stringMatching(/^Invalid arguments: .*title.*\.$/),
      data: {
        status: 400,
        params: PARAMS,
        details: {
          title: { code: 'rest_invalid_param', message: 'title must be a string', data: null },
        },
        messages: expect.arrayContaining(['title must be a string']),
      },
    });
    const { params } = (body as { data: { params: object } }).data;
    expect(Object.keys(params).toSorted()).toEqual(Object.keys(PARAMS).toSorted());
    expect(JSON.stringify(body)).not.toContain('"value"');
  });

  test('an element of a list that is no object belongs to the list', async () => {
    const valid = { title: 'a', labels: ['b'], author: { name: 'ada', tags: ['c'] } };
    expect(await rejected({ ...valid, lines: ['y', null] })).toMatchObject({
      data: {
        params: {
          lines: 'lines.each value in nested property lines must be either object or array',
        },
      },
    });
  });

  test('the status of the pipe stays', async () => {
    expect(await rejected(INVALID, { errorHttpStatusCode: 422 })).toMatchObject({
      code: 'rest_invalid_param',
      data: { status: 422 },
    });
  });

  test('several texts of one property are joined', () => {
    const error = new BadRequestException(['title must be a string', 'title must be longer']);
    expect(translateError(error)?.toBody()).toMatchObject({
      data: { params: { title: 'title must be a string; title must be longer' } },
    });
  });
});

describe('A text that carries no property stays in messages', () => {
  test.each([
    ['sentences', ['Something is wrong.', 'The form expired.']],
    ['words that are no properties', ['nothing must be a string']],
    ['a list that begins with a number', ['0.1 is too small']],
    ['a property below something unknown', ['unknown.title must be a string']],
    ['a text without words', ['', ' ', '.', '...']],
    ['the sentence about forbidden properties without a property', ['property should not exist']],
  ])('%s', (_title, messages) => {
    expect(translateError(new BadRequestException(messages))?.toBody()).toEqual({
      code: 'rest_bad_request',
      message: messages.join('; '),
      data: { status: 400, messages },
    });
  });

  test('beside texts that carry one', () => {
    const messages = ['title must be a string', 'The form expired.'];
    expect(translateError(new UnprocessableEntityException(messages))?.toBody()).toEqual({
      code: 'rest_invalid_param',
      message: 'Invalid arguments: title.',
      data: {
        status: 422,
        params: { title: 'title must be a string' },
        details: {
          title: { code: 'rest_invalid_param', message: 'title must be a string', data: null },
        },
        messages,
      },
    });
  });

  test('where Nest has left out further errors', async () => {
    const limited = { errorFormat: 'grouped', maxErrorMessagesLength: 20 };
    const body = await rejected(INVALID, limited as ValidationPipeOptions);
    expect(body).toMatchObject({
      data: { messages: expect.arrayContaining([expect.stringContaining('omitted')]) },
    });
    expect(Object.keys((body as { data: { params: object } }).data.params)).not.toContain('...');
  });
});

describe('Names that a client chooses pollute no prototype', () => {
  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s', (name) => {
    const body = translateError(
      new BadRequestException([`property ${name} should not exist`]),
    )?.toBody();
    const { params } = (body as unknown as { data: { params: Record<string, string> } }).data;
    expect(Object.keys(params)).toEqual([name]);
    expect(Object.keys(JSON.parse(JSON.stringify(params)) as object)).toEqual([name]);
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });
});

test('Errors nested two thousand levels deep are read', () => {
  let error: object = { property: 'leaf', constraints: { isString: 'leaf must be a string' } };
  for (let level = 0; level < 2000; level++) error = { property: 'a', children: [error] };
  const body = translateError(new BadRequestException([error]))?.toBody();
  expect(body).toMatchObject({ code: 'rest_invalid_param' });
});

describe('namedPlace reads', () => {
  test.each([
    ['title must be a string', 'title', ['title']],
    ['each value in tags must be a string', 'tags', ['tags']],
    ['author.name must be a string', 'author.name', ['author', 'name']],
    ['lines.0.sku must be a string', 'lines.0.sku', ['lines', 'sku']],
    ['author.each value in tags must be a string', 'author.tags', ['author', 'tags']],
    ['nested property author must be either object or array', 'author', ['author']],
    ['lines.0.property a b.c should not exist', 'lines.0.a b.c', ['lines']],
  ])('%s', (message, path, properties) => {
    expect(namedPlace(message)).toEqual({ path, properties });
  });
});
