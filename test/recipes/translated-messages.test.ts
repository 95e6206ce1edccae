import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { APP_FILTER } from '@nestjs/core';
import { AcceptLanguageResolver, I18nModule } from 'nestjs-i18n';
import {
  PublicAccess,
  RestController,
  RestException,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';
import { TranslatingFilter } from './translated-messages.js';

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('', 'GET', new PublicAccess())
  list(page: int = 1) {
    return page;
  }
  @RestRoute('/locked', 'GET', new PublicAccess())
  locked() {
    throw new RestException('item_locked', 'It is locked.', 409);
  }
  @RestRoute('/unknown', 'GET', new PublicAccess())
  unknown() {
    throw new RestException('no_text', 'There is no text for this.', 409);
  }
}

const ITEMS = '/api/acme/v1/items';

describe.each(ADAPTERS)('messages in the language of the client on %s', (adapter) => {
  const app = useRoutes([ItemsController, { provide: APP_FILTER, useClass: TranslatingFilter }], {
    adapter,
    imports: [
      I18nModule.forRoot({
        fallbackLanguage: 'en',
        loaderOptions: { path: join(import.meta.dirname, 'i18n') },
        resolvers: [AcceptLanguageResolver],
        logging: false,
      }),
    ],
  });
  const get = async (path: string, language?: string) => {
    const headers = language === undefined ? {} : { 'accept-language': language };
    const { status, body } = await app.fetch('GET', path, { headers });
    return [status, (body as { message: string }).message];
  };

  test('errors of the library and of the application are translated by their codes', async () => {
    expect(await get(`${ITEMS}?page=x`, 'de-CH,de;q=0.9')).toEqual([
      400,
      'Ungültige Argumente: page.',
    ]);
    expect(await get(`${ITEMS}/locked`, 'de')).toEqual([409, 'It is locked. Bitte warten.']);
  });

  test('a code or a language without a text keeps its message', async () => {
    expect(await get(`${ITEMS}/unknown`, 'de')).toEqual([409, 'There is no text for this.']);
    expect(await get(`${ITEMS}?page=x`, 'fr')).toEqual([400, 'Invalid arguments: page.']);
    expect(await get(`${ITEMS}?page=x`)).toEqual([400, 'Invalid arguments: page.']);
  });
});

test('docs/errors.md has the recipe as it is tested', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');
  const [, recipe = ''] = read('translated-messages.ts').split(/(?=@Catch)/);
  expect(read('../../docs/errors.md')).toContain(recipe.trimEnd());
});
