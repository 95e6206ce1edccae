import { PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes } from '../support/application.js';

type Cats = new () => { list(): readonly string[] };

/** The class that a module gets if a decorator above `@RestController` returns another one. */
function replaced(replace: (target: Cats) => unknown): Cats {
  @((target: object) => replace(target as Cats) as never)
  @RestController('v1')
  class CatsController {
    @RestRoute('/cats', 'GET', new PublicAccess())
    list() {
      return ['Tom'];
    }
  }
  return CatsController;
}

const extending = (target: Cats) => class extends target {};
const unrelated = () => class Unrelated {};

function withItsPrototype(target: Cats): unknown {
  function Made(): object {
    return new target();
  }
  return Object.assign(Made, { prototype: target.prototype });
}

describe.each(ADAPTERS)('A class decorator above @RestController on %s', (adapter) => {
  test('A class that a decorator returns in place of a controller has the routes of the controller if it extends the controller', async () => {
    for (const isListed of [true, false]) {
      const type = replaced(extending);
      const app = await startRoutes(isListed ? [] : [type], {
        adapter,
        controllers: isListed ? [type] : [],
      });
      expect((await app.fetch('GET', '/api/acme/v1/cats')).body).toEqual(['Tom']);
      await app.close();
    }
  });

  test('An application does not start if a decorator replaces a controller with a Proxy, or with a function that has the prototype of the controller', async () => {
    for (const replace of [(target: Cats) => new Proxy(target, {}), withItsPrototype]) {
      await expect(startRoutes([replaced(replace)], { adapter })).rejects.toThrow(
        /RR1007.*a class decorator above it returned/s,
      );
    }
  });

  test('An application does not start if a module lists among its controllers a replacement that has nothing of the original controller', async () => {
    const start = startRoutes([], { adapter, controllers: [replaced(unrelated)] });
    await expect(start).rejects.toThrow(/"Unrelated" does not have the @Controller\(\) decorator/);
  });

  test('such a class among providers is a provider like any other, and has no routes', async () => {
    const app = await startRoutes([replaced(unrelated)], { adapter });
    expect((await app.fetch('GET', '/api/acme/v1/cats')).status).toBe(404);
    await app.close();
  });
});
