import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import {
  AcceptLanguageResolver,
  I18nContext,
  I18nModule,
  I18nValidationExceptionFilter,
  I18nValidationPipe,
} from 'nestjs-i18n';
import type { MessageData } from 'nestjs-rest-routes';

/** The text of a key in the language of the client; `undefined` if it has none: nestjs-i18n returns the key itself. */
function textOf(key: string, args: MessageData = {}): string | undefined {
  const text = I18nContext.current()?.t<string, string>(key, { args });
  return text === key ? undefined : text;
}

/** For `forRoot({ messages })`: the text of a code, of `rest.rest_out_of_bounds_minimum` before `rest.rest_out_of_bounds`. */
export function messages(code: string, data: MessageData): string | undefined {
  const keys = [...Object.keys(data).map((name) => `rest.${code}_${name}`), `rest.${code}`];
  return keys.map((key) => textOf(key, data)).find((text) => text !== undefined);
}

@Module({
  imports: [
    I18nModule.forRoot({
      fallbackLanguage: 'en',
      loaderOptions: { path: join(import.meta.dirname, 'i18n') },
      resolvers: [AcceptLanguageResolver],
      logging: false,
    }),
    ThrottlerModule.forRoot({
      throttlers: [{ ttl: 60_000, limit: 100 }],
      errorMessage: () => textOf('rest.rest_too_many_requests') ?? 'Too Many Requests',
    }),
  ],
  providers: [
    { provide: APP_GUARD, useClass: ThrottlerGuard },
    // For DTOs with i18nValidationMessage(…). Without a DTO, leave both out.
    { provide: APP_PIPE, useValue: new I18nValidationPipe() },
    { provide: APP_FILTER, useValue: new I18nValidationExceptionFilter({ detailedErrors: false }) },
  ],
})
export class LanguagesModule {}
