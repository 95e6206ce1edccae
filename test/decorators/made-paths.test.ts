import { Agent } from 'node:http';
import fc from 'fast-check';
import {
  Arguments,
  HttpMethod,
  InvalidArgumentException,
  PublicAccess,
  RestController,
  RestRoute,
  RestRoutes,
} from 'nestjs-rest-routes';
import { afterAll, describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes } from '../support/application.js';

/** A segment of a path, with what its placeholders are. `#` becomes the place of the segment. */
const SEGMENTS = {
  a: {},
  top: {},
  '1': {},
  '{i#}': { 'i#': { type: 'integer' } },
  '{s#}': { 's#': { type: 'string' } },
  '{e#}': { 'e#': { type: 'string', enum: ['a', 'top', 'B'] } },
  '{m#}': { 'm#': { type: 'string', match: '[a-z.]{1,3}' } },
  '{s#}.{t#}': { 's#': { type: 'string' }, 't#': { type: 'string' } },
  '{s#}-b': { 's#': { type: 'string' } },
  '{s#}{i#}': { 's#': { type: 'string' }, 'i#': { type: 'integer' } },
  '{f#}': { 'f#': { type: 'string', match: '[^?]+' } },
} as const;

type Segment = keyof typeof SEGMENTS;

const SPANNING: Segment = '{f#}';

interface RandomRoute {
  readonly path: string;
  readonly method: HttpMethod;
  readonly parameters: Readonly<Record<string, object>>;
}

const routeOf = (segments: readonly Segment[], method: HttpMethod): RandomRoute => ({
  path: segments.map((segment, at) => `/${segment.replaceAll('#', String(at))}`).join(''),
  method,
  parameters: Object.fromEntries(
    segments.flatMap((segment, at) =>
      Object.entries(SEGMENTS[segment]).map(([name, one]) => [
        name.replace('#', String(at)),
        one as object,
      ]),
    ),
  ),
});

const segment = fc.constantFrom(...(Object.keys(SEGMENTS) as Segment[]));
const route = fc
  .tuple(
    fc.array(segment, { minLength: 1, maxLength: 3 }),
    fc.constantFrom(HttpMethod.Get, HttpMethod.Put),
  )
  .filter(([segments]) => segments.filter((one) => one === SPANNING).length < 2)
  .map(([segments, method]) => routeOf(segments, method));
/** Two routes of one pattern and method are an error of the declaration. */
const routes = fc.uniqueArray(route, {
  minLength: 8,
  maxLength: 12,
  selector: ({ path, method }) => `${method} ${path.replaceAll(/\{\w\d\}/g, '{}')}`,
});

const value = fc.oneof(
  fc.constantFrom('a', 'A', 'top', 'B', 'b', '1', '01', '.', '..', 'a.b', 'a-b', 'x-b-b', '-b'),
  fc.constantFrom(
    'a/b',
    'a//b',
    '/a',
    'a/',
    'a/top',
    'a/./b',
    '%2F',
    '%2e',
    'é',
    '\ud800',
    '\\',
    '',
  ),
  fc.integer({ min: -3, max: 30 }),
  fc.string({ maxLength: 3 }),
);

/** A controller whose methods return their arguments, and the name of their route. */
function controllerOf(declared: readonly RandomRoute[]) {
  class RandomController {
    readonly [name: string]: (args: object) => unknown;
  }
  for (const [at, { path, method, parameters }] of declared.entries()) {
    const name = `route${at}`;
    const hasNone = Object.keys(parameters).length === 0;
    const respond = hasNone ? () => ({ name, args: {} }) : (args: object) => ({ name, args });
    const descriptor = { value: respond, writable: true, enumerable: false, configurable: true };
    Object.defineProperty(RandomController.prototype, name, descriptor);
    if (!hasNone) Arguments(parameters)(RandomController.prototype, name, 0);
    RestRoute(path, method, new PublicAccess())(RandomController.prototype, name, descriptor);
  }
  RestController('v1', '/random')(RandomController);
  return RandomController;
}

describe.each(ADAPTERS)('paths of random routes on %s', (adapter) => {
  const agent = new Agent({ keepAlive: true });
  afterAll(() => agent.destroy());

  test('lead back to their route with the same values, or there are none', async () => {
    const made = { paths: 0, refused: 0 };
    const check = async (declared: readonly RandomRoute[], values: readonly unknown[]) => {
      const controller = controllerOf(declared);
      const app = await startRoutes([controller], { adapter });
      for (const [at, { method, parameters }] of declared.entries()) {
        const names = Object.keys(parameters);
        for (let from = 0; from + names.length <= values.length; from += 1) {
          const args = Object.fromEntries(names.map((name, index) => [name, values[from + index]]));
          const path = pathOf(() =>
            app.nest.get(RestRoutes).path(controller, `route${at}`, args as Record<string, string>),
          );
          if (path === undefined) made.refused += 1;
          else {
            made.paths += 1;
            const { pathname } = new URL(`/api${path}`, app.url);
            const { body } = await app.fetch(method, pathname, { agent });
            expect({ path, body: textsOf(body) }).toEqual({
              path,
              body: textsOf({ name: `route${at}`, args }),
            });
          }
        }
      }
      await app.close();
    };
    await fc.assert(
      fc.asyncProperty(routes, fc.array(value, { minLength: 6, maxLength: 12 }), check),
      { numRuns: 8 },
    );
    expect(Math.min(made.paths, made.refused)).toBeGreaterThan(50);
  });
});

function pathOf(make: () => string): string | undefined {
  try {
    return make();
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidArgumentException);
    return undefined;
  }
}

/** Numbers as texts: a text of digits is a number for a placeholder of the type int. */
function textsOf(body: unknown): unknown {
  return JSON.parse(
    JSON.stringify(body, (_key, one: unknown) => (typeof one === 'number' ? String(one) : one)),
  );
}
