import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  BadRequestException,
  Catch,
  Controller,
  Get,
  UseFilters,
  UseGuards,
  type ArgumentsHost,
} from '@nestjs/common';
import { MinLength } from 'class-validator';
import { Throttle } from '@nestjs/throttler';
import { i18nValidationMessage } from 'nestjs-i18n';
import {
  Arguments,
  Capability,
  HttpMethod,
  InvalidArgument,
  Param,
  PermissionGuard,
  PublicAccess,
  RequirePermission,
  RestController,
  RestDispatcher,
  RestException,
  RestExceptionFilter,
  RestRequest,
  RestRoute,
  type int,
  type MessageData,
  type RestModuleOptions,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, useRoutes, type AdapterName } from '../../support/application.js';
import { signedAs, signedUser } from '../../support/fixture-user.js';
import { LanguagesModule, messages } from './translated-messages.js';

class Secret {
  @MinLength(9, { message: i18nValidationMessage('validation.SHORT') }) secret!: string;
}

interface Line {
  /** @minimum 1 */
  amount: int;
}

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(@Param({ minimum: 1, maximum: 9 }) page: int = 1, kind: 'book' | 'film' = 'book') {
    return { page, kind };
  }
  @RestRoute('', HttpMethod.Post, new PublicAccess(), { batch: true })
  create(title: string, lines: Line[] = []) {
    if (title === 'broken') throw new TypeError('a mistake of the application');
    if (title === 'rule') throw new InvalidArgument('title', 'must rhyme');
    return { title, lines };
  }
  @RestRoute('/secrets', HttpMethod.Post, new PublicAccess())
  secret(@Arguments() secret: Secret) {
    return secret;
  }
  @RestRoute('/mine', HttpMethod.Get, new Capability('edit'))
  mine() {
    return 'mine';
  }
  @RestRoute('/locked', HttpMethod.Get, new PublicAccess())
  locked() {
    throw new RestException('item_locked', 'It is locked.', 409);
  }
  @RestRoute('/once', HttpMethod.Get, new PublicAccess())
  @Throttle({ default: { ttl: 60_000, limit: 1 } })
  once() {
    return 'once';
  }
}

@Controller('plain')
@UseFilters(RestExceptionFilter)
class PlainController {
  @Get()
  @UseGuards(PermissionGuard)
  @RequirePermission(new Capability('edit'))
  show() {
    return 'plain';
  }
}

const ITEMS = '/api/acme/v1/items';
const NOBODY = undefined;
const ADA = { name: 'ada' };

function useItems(adapter: AdapterName, rest: RestModuleOptions) {
  const app = useRoutes([ItemsController], {
    adapter,
    imports: [LanguagesModule],
    controllers: [PlainController],
    rest: { user: signedUser, batch: true, messages, ...rest },
  });
  const send = async (target: string, language: string, user: object = {}, sent?: unknown) => {
    const [method = '', path = ''] = target.split(' ');
    const json = sent === undefined ? {} : { 'content-type': 'application/json' };
    const { status, body } = await app.fetch(method, path, {
      headers: { 'accept-language': language, ...json, ...user },
      ...(sent === undefined
        ? {}
        : { body: typeof sent === 'string' ? sent : JSON.stringify(sent) }),
    });
    return { status, body };
  };
  return { app, send };
}

/** A request, and its text in German and in English. */
type Row = readonly [
  target: string,
  user: object | undefined,
  sent: unknown,
  status: number,
  german: string,
  english: string,
];

const ROWS: readonly Row[] = [
  [
    `GET ${ITEMS}?page=0`,
    NOBODY,
    undefined,
    400,
    'page muss mindestens 1 sein.',
    'page must be greater than or equal to 1.',
  ],
  [
    `GET ${ITEMS}?page=10`,
    NOBODY,
    undefined,
    400,
    'page darf höchstens 9 sein.',
    'page must be less than or equal to 9.',
  ],
  [
    `GET ${ITEMS}?page=x`,
    NOBODY,
    undefined,
    400,
    'page muss vom Typ integer sein.',
    'page must be an integer.',
  ],
  [
    `GET ${ITEMS}?kind=song`,
    NOBODY,
    undefined,
    400,
    'kind muss eines von book,film sein.',
    'kind must be one of book, film.',
  ],
  [
    `GET ${ITEMS}?genre=x`,
    NOBODY,
    undefined,
    400,
    'genre ist nicht bekannt.',
    'genre is not a known argument. Known: page, kind.',
  ],
  [`GET ${ITEMS}/mine`, NOBODY, undefined, 401, 'Bitte melden Sie sich an.', 'Please log in.'],
  [
    `GET ${ITEMS}/mine`,
    signedAs(ADA),
    undefined,
    403,
    'Das dürfen Sie nicht.',
    'You may not do that.',
  ],
  [
    'GET /api/acme/v1/nothing',
    NOBODY,
    undefined,
    404,
    'Diese Adresse gibt es nicht.',
    'No route matches this path and method.',
  ],
  [
    `PUT ${ITEMS}`,
    NOBODY,
    undefined,
    405,
    'Hier gibt es nur GET,POST.',
    'The path does not have the method PUT.',
  ],
  [
    `POST ${ITEMS}`,
    NOBODY,
    '{"title"',
    400,
    'Der Inhalt ist kein JSON.',
    'The body is not valid JSON',
  ],
  [
    `POST ${ITEMS}`,
    NOBODY,
    { title: 'broken' },
    500,
    'Das hat nicht geklappt.',
    'The request could not be processed.',
  ],
  [
    `POST ${ITEMS}`,
    NOBODY,
    { title: 'x', lines: [{ amount: 1 }, { amount: 0 }] },
    400,
    'lines[1].amount muss mindestens 1 sein.',
    'lines[1].amount must be greater than or equal to 1.',
  ],
  [
    `POST ${ITEMS}/secrets`,
    NOBODY,
    { secret: 'short' },
    400,
    'secret hat mindestens 9 Buchstaben.',
    'secret has at least 9 letters.',
  ],
  [`GET ${ITEMS}/locked`, NOBODY, undefined, 409, 'It is locked.', 'It is locked.'],
];

const HABITS = { unknownArguments: 'refuse', methodNotAllowed: true } as const;

describe.each(ADAPTERS)('messages in the language of the client on %s', (adapter) => {
  describe.each(['wordpress', 'problem'] as const)("errors: '%s'", (errors) => {
    const { send } = useItems(adapter, { errors, ...HABITS });
    /** The text of the argument, or else of the error. */
    const textOf = (body: unknown): string => {
      const { message, detail, data, params } = body as {
        message?: string;
        detail?: string;
        params?: object;
        data?: { params?: object };
      };
      const texts = params ?? data?.params;
      const text = message ?? detail ?? '';
      return texts === undefined || Array.isArray(texts) ? text : Object.values(texts).join();
    };

    test.each(ROWS)('%s of %j with %j', async (target, user, sent, status, german, english) => {
      const inGerman = await send(target, 'de-CH,de;q=0.9', user, sent);
      expect([inGerman.status, textOf(inGerman.body)]).toEqual([status, german]);
      const inEnglish = await send(target, 'en', user, sent);
      expect(inEnglish.status).toBe(status);
      expect(textOf(inEnglish.body)).toContain(english);
    });

    test('the text of the whole error and that of a missing argument are translated', async () => {
      const { body } = await send(`GET ${ITEMS}?page=0&kind=x`, 'de');
      expect(JSON.stringify(body)).toContain('Ungültig: page, kind.');
      const missing = await send(`POST ${ITEMS}`, 'de', {}, {});
      expect(textOf(missing.body)).toBe('Es fehlt: title.');
    });

    test('the errors within a batch are translated too', async () => {
      const requests = [{ path: '/acme/v1/items', body: {} }, { path: '/acme/v1/nothing' }];
      const { body } = await send('POST /api/batch/v1', 'de', {}, { requests });
      const { responses } = body as { responses: { body: unknown }[] };
      const texts = responses.map((one) => textOf(one.body));
      expect(texts).toEqual(['Es fehlt: title.', 'Diese Adresse gibt es nicht.']);
    });

    test('plain controllers have them by PermissionGuard and RestExceptionFilter', async () => {
      const anonymous = await send('GET /plain', 'de');
      expect([anonymous.status, textOf(anonymous.body)]).toEqual([
        401,
        'Bitte melden Sie sich an.',
      ]);
      const ada = await send('GET /plain', 'de', signedAs(ADA));
      expect([ada.status, textOf(ada.body)]).toEqual([403, 'Das dürfen Sie nicht.']);
    });

    test('the 429 of the throttler has the text that its errorMessage finds, else the one that it states', async () => {
      await send(`GET ${ITEMS}/once`, 'de');
      const german = await send(`GET ${ITEMS}/once`, 'de');
      expect([german.status, textOf(german.body)]).toEqual([429, 'Zu viele Anfragen.']);
      const english = await send(`GET ${ITEMS}/once`, 'en');
      expect(textOf(english.body)).toBe('Too Many Requests');
    });
  });

  describe("style: 'nest'", () => {
    const { send } = useItems(adapter, { style: 'nest', batch: true });
    const OWN: Readonly<Record<string, string>> = {
      'You may not do that.': 'Forbidden resource',
      'No route matches this path and method.': 'Cannot GET /api/acme/v1/nothing',
      'The request could not be processed.': 'Internal server error',
      'genre is not a known argument. Known: page, kind.': 'property genre should not exist',
    };
    const textOf = (body: unknown): string => {
      const { message, errors } = body as { message?: string | string[]; errors?: string[] };
      return [errors ?? message ?? ''].flat().join('; ');
    };

    test.each(ROWS)('%s of %j with %j', async (target, user, sent, status, german, english) => {
      const inGerman = await send(target, 'de', user, sent);
      expect([inGerman.status, textOf(inGerman.body)]).toEqual([status, german]);
      const inEnglish = await send(target, 'en', user, sent);
      expect(inEnglish.status).toBe(status);
      expect(textOf(inEnglish.body)).toContain(OWN[english] ?? english);
    });

    test('each missing argument, the 429 and the errors of a batch are translated', async () => {
      const missing = await send(`POST ${ITEMS}`, 'de', {}, {});
      expect(textOf(missing.body)).toBe('Es fehlt: title.');
      await send(`GET ${ITEMS}/once`, 'de');
      const limited = await send(`GET ${ITEMS}/once`, 'de');
      expect(limited).toMatchObject({ status: 429, body: { message: 'Zu viele Anfragen.' } });
      const requests = [{ path: '/acme/v1/nothing' }, { method: 'PUT', path: '/acme/v1/items' }];
      const { body } = await send('POST /api/batch/v1', 'de', {}, { requests });
      const { responses } = body as { responses: { body: unknown }[] };
      expect(responses.map((one) => textOf(one.body))).toEqual([
        'Diese Adresse gibt es nicht.',
        'Hier gibt es nur GET,POST.',
      ]);
    });
  });

  test('filters get the texts too, and an error that is not translated stays the same', async () => {
    const caught: string[] = [];
    @Catch(RestException, BadRequestException)
    class NotingFilter extends RestExceptionFilter {
      override catch(exception: Error, host: ArgumentsHost) {
        caught.push(`${exception.constructor.name}: ${exception.message}`);
        return super.catch(exception, host);
      }
    }
    UseFilters(NotingFilter)(ItemsController);
    const app = await startRoutes([ItemsController], {
      adapter,
      rest: { messages: (code) => (code === 'rest_invalid_param' ? 'Ungültig.' : undefined) },
    });
    const sent = (title: string) => ({
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title }),
    });
    const { body } = await app.fetch('POST', ITEMS, sent('rule'));
    expect(body).toMatchObject({ message: 'Ungültig.', data: { params: { title: 'Ungültig.' } } });
    await app.fetch('GET', `${ITEMS}/locked`);
    expect(caught).toEqual(['InvalidArgument: Ungültig.', 'RestException: It is locked.']);
    Reflect.deleteMetadata('__exceptionFilters__', ItemsController);
    await app.close();
  });

  test('messages gets the code, what the text says, and the request', async () => {
    const seen: [string, MessageData, RestRequest][] = [];
    const app = await startRoutes([ItemsController], {
      adapter,
      rest: {
        user: signedUser,
        ...HABITS,
        messages: (...args) => void seen.push(args),
      },
    });
    const last = async (method: string, target: string, headers = {}) => {
      seen.length = 0;
      await app.fetch(method, target, { headers });
      return seen.map(([code, data]) => [code, data]);
    };
    const page = await last('GET', `${ITEMS}?page=0&kind=x`);
    expect(page.slice(0, 2)).toEqual([
      ['rest_out_of_bounds', { name: 'page', minimum: 1 }],
      ['rest_not_in_enum', { name: 'kind', enum: ['book', 'film'] }],
    ]);
    expect(page[2]).toMatchObject(['rest_invalid_param', { status: 400, reason: 'page, kind' }]);
    expect(page).toHaveLength(3);
    expect(seen[0]?.[2].route).toBe('/acme/v1/items');
    expect(await last('GET', `${ITEMS}/mine`)).toEqual([['rest_not_logged_in', { status: 401 }]]);
    const denied = await last('GET', `${ITEMS}/mine`, signedAs(ADA));
    expect(denied).toEqual([['rest_forbidden', { status: 403 }]]);
    expect(seen[0]?.[2].user).toMatchObject(ADA);
    const put = await last('PUT', `${ITEMS}?a[]=b`, { 'x-own': '1' });
    const allow = ['GET', 'POST'];
    expect(put).toEqual([['rest_method_not_allowed', { status: 405, allow, reason: 'PUT' }]]);
    const request = seen[0]?.[2];
    expect([request?.method, request?.path, request?.query, request?.headers['x-own']]).toEqual([
      'PUT',
      '/acme/v1/items',
      { a: ['b'] },
      '1',
    ]);
    await app.close();
  });

  test('a function that throws keeps the text of the library', async () => {
    const app = await startRoutes([ItemsController], {
      adapter,
      rest: {
        messages: () => {
          throw new Error('no texts');
        },
      },
    });
    const { status, body } = await app.fetch('GET', `${ITEMS}?page=0`);
    expect([status, body]).toMatchObject([400, { message: 'Invalid arguments: page.' }]);
    const { data } = await app.nest.get(RestDispatcher).request({ path: '/acme/v1/nothing' });
    expect(data).toMatchObject({ message: 'No route matches this path and method.' });
    await app.close();
  });
});

test('messages must be a function', async () => {
  const starting = startRoutes([ItemsController], {
    adapter: 'express',
    rest: { messages: { de: {} } as never },
  });
  await expect(starting).rejects.toThrow('messages is a function of code, data and request');
});

test('docs/recipes.md has the recipe as it is tested', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');
  const [, recipe = ''] = read('translated-messages.ts').split(/(?=\/\*\* The text of a key)/);
  expect(read('../../../docs/recipes.md')).toContain(recipe.trimEnd());
});
