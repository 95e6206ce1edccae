import {
  Arguments,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  type ParamOptions,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes } from '../support/application.js';

const GET = HttpMethod.Get;
const anyone = new PublicAccess();

/** Two controllers, each with a route to one placeholder. */
function controllersWith(first: ParamOptions, second: ParamOptions) {
  @RestController('v1', '/a/')
  class FirstController {
    @RestRoute('/{x}', GET, anyone)
    one(@Param({ name: 'x', ...first }) _x: unknown) {
      return 'first';
    }
  }
  @RestController('v1', '/A')
  class SecondController {
    @RestRoute('/{y}/', GET, anyone)
    two(@Param({ name: 'y', ...second }) _y: unknown) {
      return 'second';
    }
  }
  return [FirstController, SecondController];
}

const SAME: readonly (readonly [ParamOptions, ParamOptions])[] = [
  [{ type: 'integer' }, { type: 'integer', minimum: 5 }],
  [{ type: 'string' }, { type: 'string', maxLength: 5 }],
  [{ enum: ['b', 'a'] }, { enum: ['A', 'b'] }],
  [
    { type: 'string', match: '[a-z]+' },
    { type: 'string', match: '[a-z]+' },
  ],
  [{ type: 'integer' }, { type: 'string', match: '\\d+' }],
];

const DIFFERENT: readonly (readonly [ParamOptions, ParamOptions, string])[] = [
  [{ type: 'integer' }, { type: 'string' }, 'b'],
  [{ type: 'string' }, { enum: ['a', 'b'] }, 'b'],
  [{ enum: ['a', 'c'] }, { enum: ['a', 'b'] }, 'b'],
  [{ type: 'string' }, { type: 'string', match: '[a-z]+' }, 'b'],
];

describe.each(ADAPTERS)('on %s', (adapter) => {
  test.each(SAME)(
    'paths whose placeholders match the same, %j and %j, are RR1013 at startup',
    async (first, second) => {
      const starting = startRoutes(controllersWith(first, second), { adapter });
      await expect(starting).rejects.toThrow(
        /RR1013.*SecondController\.two.*GET \/v1\/A\/\{y\} also at FirstController\.one as \/v1\/a\/\{x\}/,
      );
    },
  );

  test.each(DIFFERENT)(
    'paths whose placeholders match others, %j and %j, are two routes',
    async (first, second, value) => {
      const app = await startRoutes(controllersWith(first, second), { adapter });
      try {
        expect((await app.fetch('GET', `/api/acme/v1/a/${value}`)).text).toBe('"second"');
      } finally {
        await app.close();
      }
    },
  );

  test('paths in one class are RR1013 as well, and a placeholder may be among spread arguments', async () => {
    @RestController('v1', '/b')
    class OneController {
      @RestRoute('/{x}', GET, anyone)
      one(@Param({ name: 'x', type: 'integer' }) _x: number) {}

      @RestRoute('/{y}', GET, anyone)
      two(@Arguments({ y: { type: 'integer' } }) _given: { y: number }) {}
    }
    await expect(startRoutes([OneController], { adapter })).rejects.toThrow(
      /RR1013.*OneController\.two/,
    );
  });
});
