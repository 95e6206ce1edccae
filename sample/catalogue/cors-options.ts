import type { NestApplicationOptions } from '@nestjs/common';

/**
 * Lets the pages of `CORS_ORIGIN` (several are separated by commas) call the API as WordPress's clients do:
 * with credentials, and with OPTIONS to ask what the user may do. Without it, pages of other origins read
 * nothing.
 */
export function corsOptions(): NonNullable<NestApplicationOptions['cors']> {
  const origins = process.env['CORS_ORIGIN'];
  if (origins === undefined || origins === '') return false;
  return {
    origin: origins.split(','),
    credentials: true,
    methods: ['OPTIONS', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  };
}
