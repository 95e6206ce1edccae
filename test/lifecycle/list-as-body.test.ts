import { Body, ParseArrayPipe, ValidationPipe } from '@nestjs/common';
import { IsInt, IsString } from 'class-validator';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestRoute,
  type int,
  type RestModuleOptions,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';
import { At, plainTwin } from '../support/plain-twin.js';

class Line {
  @IsString() sku!: string;
  @IsInt() count!: number;
}

@RestController('v1', '/lists')
class ListsController {
  @At('Post', 'numbers')
  numbers(@Body() ids: number[]) {
    return { ids };
  }

  @At('Post', 'of/{id}')
  beside(_id: string, @Body() ids: number[]) {
    return { ids };
  }

  @At('Post', 'piped')
  piped(@Body(new ParseArrayPipe({ items: Number })) ids: number[]) {
    return { ids };
  }

  @At('Post', 'lines')
  lines(@Body(new ParseArrayPipe({ items: Line, whitelist: true })) lines: Line[]) {
    return { lines, areLines: lines.every((line) => line instanceof Line) };
  }

  @RestRoute('/argument', HttpMethod.Post, new PublicAccess())
  argument(ids: int[]) {
    return { ids };
  }
}

const PlainController = plainTwin('plain', ListsController);

const BODIES = [
  '[1,2,3]',
  '[]',
  '["1","2"]',
  '[[1],[2]]',
  '[{"sku":"a","count":1,"more":2}]',
  '[{"sku":1}]',
  '{"ids":[1]}',
];

/** Those whose bodies and statuses are those of a plain controller. */
const OPTIONS: readonly RestModuleOptions[] = [
  { style: 'nest' },
  { style: 'wordpress', errors: 'nest', statuses: 'nest' },
];

const headers = { 'content-type': 'application/json' };

describe.each(ADAPTERS)('a list as the whole body on %s', (adapter) => {
  describe.each(OPTIONS)('with %j', (rest) => {
    const app = useRoutes([ListsController], {
      adapter,
      rest,
      controllers: [PlainController],
      configure: (nest) => void nest.useGlobalPipes(new ValidationPipe({ transform: true })),
    });

    test.each(['numbers', 'of/7', 'piped', 'lines'])(
      'is what @Body() gets, as on a plain controller: %s',
      async (path) => {
        for (const body of BODIES) {
          const plain = await app.fetch('POST', `/plain/${path}`, { headers, body });
          const route = await app.fetch('POST', `/api/acme/v1/lists/${path}`, { headers, body });
          expect([body, route.status, route.body]).toEqual([body, plain.status, plain.body]);
        }
      },
    );
  });

  describe('where an argument is declared', () => {
    const app = useRoutes([ListsController], { adapter });

    test('is a 400 that says so', async () => {
      const path = '/api/acme/v1/lists/argument';
      const { status, text } = await app.fetch('POST', path, { headers, body: '[1,2]' });
      expect(status).toBe(400);
      expect(text).toContain('the body is a list, and an argument is a property of an object');
      const sent = { headers, body: '{"ids":[1,2]}' };
      expect((await app.fetch('POST', path, sent)).body).toEqual({ ids: [1, 2] });
    });
  });
});
