import * as common from '@nestjs/common';
import { Controller, Get, HttpException, Query, UseFilters } from '@nestjs/common';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestExceptionFilter,
  RestRoute,
  type RestModuleOptions,
} from 'nestjs-rest-routes';
import { STATUS_CODES } from 'node:http';
import { describe, expect, test, vi, beforeEach, afterEach } from 'vitest';
import { ADAPTERS, useRoutes, type TestApplication } from '../../support/application.js';
import { isBefore, isNest11 } from '../../support/nest-versions.js';

const SECRET = 'SECRET postgres://admin@db';

type ExceptionClass = new (response?: unknown, options?: unknown) => HttpException;

/** The classes of Nest for statuses, by their names. */
const CLASSES = Object.fromEntries(
  Object.entries(common as Readonly<Record<string, unknown>>).filter(
    (entry): entry is [string, ExceptionClass] =>
      typeof entry[1] === 'function' && entry[1].prototype instanceof HttpException,
  ),
);

/** The second arguments of such a class, by name. */
const OPTIONS: Readonly<Record<string, unknown>> = {
  none: undefined,
  'a description': 'Not in your plan',
  'a described code': { description: 'Not in your plan', errorCode: 'PLAN' },
  'a code': { errorCode: 'PLAN' },
  'a cause': { cause: new Error(SECRET), errorCode: 'PLAN' },
};

class OwnException extends HttpException {
  override readonly errorCode = 'OWN';
}

/** Other exceptions, by name. */
const OTHERS: Readonly<Record<string, () => HttpException>> = {
  'a text with a code': () => new HttpException('No.', 403, { errorCode: 'X' }),
  'a text with a description': () => new HttpException('No.', 403, { description: 'Other' }),
  'a text with a cause': () => new HttpException('No.', 409, { cause: new Error(SECRET) }),
  'an empty text': () => new HttpException('', 403, { errorCode: 'X' }),
  'an object with a code': () => new HttpException({ reason: 'taken' }, 409, { errorCode: 'X' }),
  'an object that has a code': () => new HttpException({ errorCode: 'Y' }, 409),
  'an object in the form of Nest': () =>
    new HttpException({ message: 'No.', error: 'Own words', statusCode: 403 }, 403),
  'nested objects': () => new HttpException({ message: { en: 'No.' }, deep: [{ a: [1] }] }, 422),
  'a list': () => new HttpException(['one', 'two'], 400, { errorCode: 'X' }),
  'a list of messages': () =>
    new common.BadRequestException(['one', 'two'], { errorCode: 'X', description: 'Invalid' }),
  'a number': () => new HttpException(5 as never, 400, { errorCode: 'X' }),
  null: () => new HttpException(null as never, 400),
  'an error': () => new common.UnauthorizedException(new Error(SECRET)),
  'an error with a code': () => new HttpException(new Error(SECRET), 400, { errorCode: 'X' }),
  'an unknown status': () => new HttpException('No.', 499, { errorCode: 'X' }),
  'a failure': () => new HttpException('Broken.', 500, { errorCode: 'X' }),
  ...(isNest11('a class with a code of its own', 'its filter does not send the code')
    ? {}
    : { 'a class with a code of its own': () => new OwnException('No.', 403) }),
};

/** All exceptions by name. */
const EXCEPTIONS: Readonly<Record<string, () => HttpException>> = {
  ...OTHERS,
  ...Object.fromEntries(
    Object.entries(CLASSES).flatMap(([className, Exception]) =>
      Object.entries(OPTIONS).flatMap(([name, options]) => [
        [`${className} with ${name}`, () => new Exception('No.', options)],
        [`${className} without a text, with ${name}`, () => new Exception(undefined, options)],
        [`${className} with an object and ${name}`, () => new Exception({ a: 1 }, options)],
      ]),
    ),
  ),
};

/** What older versions of Nest send as JSON of an Error, or fail to send; the library sends what newer ones do. */
const UNSENT: ReadonlySet<string> = new Set(
  isBefore('common', [12, 5]) ? ['an error', 'an error with a code'] : [],
);

const HAS_CODES = !isNest11('codes of exceptions', 'its exceptions keep none of their options');

/** What is left of data of which Nest 11 keeps no code. */
function kept(data: object): object {
  if (HAS_CODES) return data;
  const { errorCode: _code, ...others } = data as { readonly errorCode?: unknown };
  return others;
}

const fail = (name: string): never => {
  throw EXCEPTIONS[name]?.();
};

@Controller('plain')
class PlainController {
  @Get()
  one(@Query('name') name: string) {
    fail(name);
  }
  @Get('filtered')
  @UseFilters(RestExceptionFilter)
  filtered(@Query('name') name: string) {
    fail(name);
  }
}

@RestController('rest')
class RestTwin {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  one(name: string) {
    fail(name);
  }
}

const SHARED = { prefix: '', namespace: '' } as const;

describe.each(ADAPTERS)('an exception of Nest on %s', (adapter) => {
  const use = (rest: RestModuleOptions): TestApplication =>
    useRoutes([RestTwin], {
      adapter,
      controllers: [PlainController],
      rest: { ...SHARED, ...rest },
    });
  const nest = use({ errors: 'nest', headers: 'neutral' });
  const wordpress = use({});
  const problem = use({ errors: 'problem' });

  beforeEach(() => void vi.spyOn(common.Logger.prototype, 'error').mockReturnValue());
  afterEach(() => vi.restoreAllMocks());

  async function of({ fetch }: TestApplication, path: string, name: string) {
    const { status, body, text } = await fetch('GET', `${path}?name=${encodeURIComponent(name)}`);
    expect([name, text.includes('SECRET')]).toEqual([name, false]);
    return { status, body };
  }

  test("has the body that a plain controller sends, with errors: 'nest'", async () => {
    expect(Object.keys(CLASSES).length).toBeGreaterThan(20);
    for (const name of Object.keys(EXCEPTIONS).filter((one) => !UNSENT.has(one))) {
      const plain = await of(nest, '/plain', name);
      expect([name, await of(nest, '/rest', name)]).toEqual([name, plain]);
    }
  });

  test('has its code and its description in data, and as members of a problem', async () => {
    for (const [className, Exception] of Object.entries(CLASSES)) {
      const status = new Exception().getStatus();
      for (const [name, expected] of [
        ['none', {}],
        ['a description', { description: 'Not in your plan' }],
        ['a described code', { description: 'Not in your plan', errorCode: 'PLAN' }],
        ['a code', { errorCode: 'PLAN' }],
        ['a cause', { errorCode: 'PLAN' }],
      ] as const) {
        const title = `${className} with ${name}`;
        expect([title, await of(wordpress, '/rest', title)]).toMatchObject([
          title,
          { status, body: { message: 'No.' } },
        ]);
        const { body } = await of(wordpress, '/rest', title);
        expect([title, (body as { data: unknown }).data]).toEqual([
          title,
          { status, ...kept(expected) },
        ]);
        const { body: members } = await of(problem, '/rest', title);
        expect([title, members]).toEqual([
          title,
          {
            type: 'about:blank',
            title: STATUS_CODES[status],
            status,
            detail: 'No.',
            code: (body as { code: string }).code,
            ...kept(expected),
          },
        ]);
      }
    }
  });

  test.each([
    ['a text with a code', kept({ status: 403, errorCode: 'X' })],
    ['a text with a description', { status: 403 }],
    ['an object with a code', kept({ status: 409, reason: 'taken', errorCode: 'X' })],
    ['an object that has a code', { status: 409, errorCode: 'Y' }],
    ['an object in the form of Nest', { status: 403, description: 'Own words' }],
    ['a list', kept({ status: 400, messages: ['one', 'two'], errorCode: 'X' })],
    [
      'a list of messages',
      kept({ status: 400, messages: ['one', 'two'], errorCode: 'X', description: 'Invalid' }),
    ],
    ['nested objects', { status: 422, messages: [{ en: 'No.' }], deep: [{ a: [1] }] }],
    ['an error', { status: 401 }],
  ])('%s loses nothing but what Nest does not send', async (name, data) => {
    const { body } = await of(wordpress, '/rest', name);
    expect((body as { data: unknown }).data).toEqual(data);
    expect(await of(wordpress, '/plain/filtered', name)).toMatchObject({ body: { data } });
  });
});
