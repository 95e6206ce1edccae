import { join } from 'node:path';
import {
  BadRequestException,
  Body,
  Controller,
  Post,
  ValidationPipe,
  type Provider,
  type ValidationError,
} from '@nestjs/common';
import { APP_FILTER, APP_PIPE } from '@nestjs/core';
import { IsInt, MinLength } from 'class-validator';
import {
  AcceptLanguageResolver,
  I18nModule,
  I18nValidationPipe,
  i18nValidationMessage,
} from 'nestjs-i18n';
import {
  Arguments,
  ListOf,
  PublicAccess,
  RestController,
  RestExceptionFilter,
  RestRoute,
  type RestModuleOptions,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';

class Item {
  @MinLength(9, { message: i18nValidationMessage('validation.SHORT') }) secret!: string;
  @IsInt({ message: i18nValidationMessage('validation.UNKNOWN') }) number: number = 1;
}

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('', 'POST', new PublicAccess())
  create(@Arguments() item: Item) {
    return item;
  }

  @RestRoute('/all', 'POST', new PublicAccess())
  all(@ListOf(Item) items: Item[]) {
    return items;
  }
}

@Controller('plain')
class PlainController {
  @Post()
  create(@Body() item: Item) {
    return item;
  }
}

const ITEM = { secret: 'qy|"\n{}' };
const ITEMS = '/api/acme/v1/items';

interface Options {
  readonly pipe?: unknown;
  readonly rest?: Partial<RestModuleOptions>;
  readonly others?: readonly Provider[];
}

function useItems(adapter: (typeof ADAPTERS)[number], { pipe, rest = {}, others = [] }: Options) {
  const pipes = pipe === undefined ? [] : [{ provide: APP_PIPE, useValue: pipe }];
  const app = useRoutes([ItemsController, ...pipes, ...others], {
    adapter,
    rest,
    controllers: [PlainController],
    imports: [
      I18nModule.forRoot({
        fallbackLanguage: 'en',
        loaderOptions: { path: join(import.meta.dirname, '../../house/recipes/i18n') },
        resolvers: [AcceptLanguageResolver],
        logging: false,
      }),
    ],
  });
  return async (path: string, sent: unknown) => {
    const { body, text } = await app.fetch('POST', path, {
      headers: { 'content-type': 'application/json', 'accept-language': 'de' },
      body: JSON.stringify(sent),
    });
    expect(text).not.toContain('qy');
    expect(text).not.toContain('constraints');
    return body as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
}

const GERMAN = 'secret hat mindestens 9 Buchstaben.';
const KEY = 'validation.SHORT';
const detail = { code: 'rest_invalid_param', data: null, rule: 'minLength' };

describe.each(ADAPTERS)('messages of nestjs-i18n on %s', (adapter) => {
  describe('with its pipe', () => {
    const send = useItems(adapter, { pipe: new I18nValidationPipe() });

    test('are translated', async () => {
      expect((await send(ITEMS, ITEM))['data']).toEqual({
        status: 400,
        params: { secret: GERMAN },
        details: { secret: { ...detail, message: GERMAN } },
      });
    });

    test('are translated at the places of lists, each for itself', async () => {
      const items = [{ secret: 'long enough' }, ITEM, { ...ITEM, number: 1.5 }];
      expect((await send(`${ITEMS}/all`, { items }))['data']?.['params']).toEqual({
        'items[1].secret': GERMAN,
        'items[2].secret': GERMAN,
        'items[2].number': 'validation.UNKNOWN',
      });
    });
  });

  describe('with its pipe and problems', () => {
    const send = useItems(adapter, {
      pipe: new I18nValidationPipe(),
      rest: { errors: 'problem' },
      others: [{ provide: APP_FILTER, useClass: RestExceptionFilter }],
    });

    test.each([ITEMS, '/plain'])('are translated: %s', async (path) => {
      expect(await send(path, ITEM)).toMatchObject({
        code: 'rest_invalid_param',
        params: { secret: GERMAN },
        details: { secret: { ...detail, message: GERMAN } },
      });
    });
  });

  describe.each([undefined, new ValidationPipe()])('without a pipe that translates: %o', (pipe) => {
    const send = useItems(adapter, { pipe });

    test('are their keys', async () => {
      expect((await send(ITEMS, ITEM))['data']).toMatchObject({
        params: { secret: KEY },
        details: { secret: { ...detail, message: KEY } },
      });
    });
  });

  describe('with a plain controller and a pipe that does not translate', () => {
    const send = useItems(adapter, {
      pipe: new ValidationPipe(),
      others: [{ provide: APP_FILTER, useClass: RestExceptionFilter }],
    });

    test('are their keys', async () => {
      expect(await send('/plain', ITEM)).toMatchObject({ data: { messages: [KEY] } });
    });
  });

  describe('with a pipe of the application', () => {
    const textsOf = ({ property, constraints = {} }: ValidationError) =>
      Object.keys(constraints).map((rule) => `${property}: ${rule}!`);
    const send = useItems(adapter, {
      pipe: new ValidationPipe({
        exceptionFactory: (errors) => new BadRequestException(errors.flatMap(textsOf)),
      }),
    });

    test('have its texts', async () => {
      const { data } = await send(ITEMS, { ...ITEM, number: 1.5 });
      expect(data?.['params']).toEqual({ secret: 'secret: minLength!', number: 'number: isInt!' });
    });
  });
});
