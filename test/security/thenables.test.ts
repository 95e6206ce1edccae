import {
  Injectable,
  Query as QueryParam,
  UseGuards,
  UseInterceptors,
  type CallHandler,
  type CanActivate,
  type ExecutionContext,
  type ModuleMetadata,
  type NestInterceptor,
  type PipeTransform,
} from '@nestjs/common';
import { Keyv } from 'keyv';
import {
  Cache,
  Callback,
  Capability,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestModule,
  RestRequest,
  RestRoute,
  type int,
  type RestModuleOptions,
  type StandardSchema,
} from 'nestjs-rest-routes';
import { map, type Observable } from 'rxjs';
import { afterEach, describe, expect, test } from 'vitest';
import { ADAPTERS, startApplication, type TestApplication } from '../support/application.js';
import { runs, THENABLES, Throwing, type MakeThenable } from './support/thenables.js';

interface Person {
  readonly id: number;
}

/** A schema whose result is the thenable under test. */
function even(make: MakeThenable): StandardSchema {
  const check = (value: unknown) => {
    if (value === '0') throw new Error('secret detail');
    if (value === undefined) return { value };
    if (Number(value) % 2 === 0) return { value: Number(value) };
    return { issues: [{ message: 'is odd' }] };
  };
  const validate = (value: unknown) => make(() => check(value));
  return { '~standard': { version: 1, vendor: 'own', validate } };
}

const THROWING: StandardSchema = {
  '~standard': { version: 1, vendor: 'own', validate: () => new Throwing('secret detail') },
};

/** Everything that may give a promise gives the thenable under test. */
function applicationOf(make: MakeThenable, options: RestModuleOptions<Person>): ModuleMetadata {
  const calls: string[] = [];

  @Injectable()
  class Guard implements CanActivate {
    canActivate(context: ExecutionContext): Promise<boolean> {
      const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, string> }>();
      return make(() => headers['x-banned'] === undefined) as Promise<boolean>;
    }
  }

  @Injectable()
  class Wrap implements NestInterceptor {
    intercept(_context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
      const wrapped = next.handle().pipe(map((data: unknown) => make(() => ({ wrapped: data }))));
      return make(() => wrapped) as Promise<Observable<unknown>>;
    }
  }

  @Injectable()
  class Double implements PipeTransform {
    transform(value: string): PromiseLike<number> {
      return make(() => Number(value) * 2);
    }
  }

  @RestController('v1')
  class ThingsController {
    @RestRoute('/me', HttpMethod.Get, new Capability('read'))
    me(request: RestRequest) {
      return { user: request.user };
    }
    @RestRoute('/whoami', HttpMethod.Get, new PublicAccess())
    whoami(request: RestRequest) {
      return { user: request.user };
    }
    @RestRoute('/locked', HttpMethod.Get, new Capability('never'))
    locked() {
      calls.push('locked');
      return 'open';
    }
    @RestRoute('/truthy', HttpMethod.Get, new Capability('truthy'))
    truthy() {
      calls.push('truthy');
      return 'open';
    }
    @RestRoute('/even/{id}', HttpMethod.Get, new Callback(ThingsController.isEven))
    even(id: int) {
      return { id };
    }
    static isEven(id: int): PromiseLike<boolean> {
      return make(() => id % 2 === 0);
    }
    @RestRoute('/checked', HttpMethod.Get, new PublicAccess())
    checked(
      @Param({ schema: even(make) }) size: unknown,
      @Param({ schema: even(make) }) other?: unknown,
    ) {
      return { size, other };
    }
    @RestRoute('/unchecked', HttpMethod.Get, new PublicAccess())
    unchecked(@Param({ schema: THROWING }) size: unknown) {
      return { size };
    }
    @RestRoute('/rows', HttpMethod.Get, new PublicAccess())
    rows() {
      return make(() => [{ id: 1 }]);
    }
    @RestRoute('/none', HttpMethod.Get, new PublicAccess())
    none() {
      return make(() => undefined);
    }
    @RestRoute('/broken', HttpMethod.Get, new PublicAccess())
    broken() {
      return make((): never => {
        throw new Error('secret detail');
      });
    }
    @RestRoute('/guarded', HttpMethod.Get, new PublicAccess())
    @UseGuards(Guard)
    guarded() {
      return 'in';
    }
    @RestRoute('/wrapped', HttpMethod.Get, new PublicAccess())
    @UseInterceptors(Wrap)
    wrapped() {
      return make(() => 1);
    }
    @RestRoute('/doubled', HttpMethod.Get, new PublicAccess())
    doubled(@QueryParam('n', Double) n: number) {
      return { n };
    }
    @RestRoute('/calls', HttpMethod.Get, new PublicAccess())
    calls() {
      return calls;
    }
    @RestRoute('/greeting', HttpMethod.Get, new PublicAccess())
    @Cache({
      ttl: '1m',
      vary: (request) => make(() => String(request.headers['accept-language'])),
    })
    greeting(request: RestRequest) {
      return make(() => ({ language: request.headers['accept-language'] }));
    }
    @RestRoute('/own', HttpMethod.Get, new Capability('read'))
    @Cache({ ttl: '1m', vary: 'user' })
    own(request: RestRequest) {
      return { user: request.user };
    }
    @RestRoute('/unkeyed', HttpMethod.Get, new PublicAccess())
    @Cache({ ttl: '1m', vary: () => new Throwing('no key') })
    unkeyed() {
      return 'never';
    }
  }
  return {
    imports: [RestModule.forRootAsync({ useFactory: () => make(() => options) })],
    providers: [ThingsController, Guard, Wrap, Double],
  };
}

function optionsOf(make: MakeThenable): RestModuleOptions<Person> {
  return {
    namespace: 'acme',
    user: ({ headers }) =>
      make(() => {
        const id = headers['x-user'];
        if (id === 'broken') throw new Error('secret detail');
        return id === undefined ? null : { id: Number(id) };
      }),
    can: (_user, capability) =>
      make(() => (capability === 'truthy' ? ('yes' as unknown as boolean) : capability === 'read')),
    cache: {
      caller: ({ headers }) => make(() => String(headers['x-user'])),
      mayRefresh: ({ headers }) => make(() => headers['x-may'] === 'refresh'),
    },
  };
}

let app: TestApplication | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

describe.each(ADAPTERS)('on %s', (adapter) => {
  const start = async (make: MakeThenable, options = optionsOf(make)) => {
    const started = await startApplication(applicationOf(make, options), { adapter });
    app = started;
    return (path: string, headers = {}) => started.fetch('GET', `/api/acme/v1${path}`, { headers });
  };

  describe.each(THENABLES)('%s', (_name, make) => {
    test('An anonymous request stays anonymous, whatever kind of promise user returns', async () => {
      const get = await start(make);
      expect((await get('/whoami')).body).toEqual({ user: null });
      expect((await get('/me')).status).toBe(401);
      expect((await get('/me')).headers.allow).toBeUndefined();
      expect((await get('/me', { 'x-user': '7' })).body).toEqual({ user: { id: 7 } });
    });

    test('Access is granted only if the permission resolves to true', async () => {
      const get = await start(make);
      const user = { 'x-user': '7' };
      expect((await get('/locked', user)).status).toBe(403);
      expect((await get('/truthy', user)).status).toBe(403);
      expect((await get('/locked')).status).toBe(401);
      expect((await get('/even/2', user)).body).toEqual({ id: 2 });
      expect((await get('/even/3', user)).status).toBe(403);
      expect((await get('/calls')).body).toEqual([]);
    });

    test('The return value of a method is awaited, and its query runs once', async () => {
      const get = await start(make);
      runs.count = 0;
      expect((await get('/rows')).body).toEqual([{ id: 1 }]);
      // One for the caller, one for the rows.
      expect([0, 2]).toContain(runs.count);
      expect([(await get('/none')).status, (await get('/none')).text]).toEqual([204, '']);
    });

    test('A promise that rejects is a 500 without details', async () => {
      const get = await start(make);
      for (const answer of [await get('/broken'), await get('/whoami', { 'x-user': 'broken' })]) {
        expect(answer.body).toMatchObject({ code: 'framework_internal_error' });
        expect(answer.text).not.toContain('secret');
      }
    });

    test("Guards, interceptors and pipes may return any kind of promise, as on Nest's controllers", async () => {
      const get = await start(make);
      expect((await get('/guarded')).body).toBe('in');
      expect((await get('/guarded', { 'x-banned': '1' })).status).toBe(403);
      expect((await get('/wrapped')).body).toEqual({ wrapped: 1 });
      expect((await get('/doubled?n=4')).body).toEqual({ n: 8 });
    });

    test('A cache key is never made of a promise: the results of vary and caller are awaited', async () => {
      const get = await start(make);
      for (const language of ['de', 'fr', 'de', 'fr']) {
        const answer = await get('/greeting', { 'accept-language': language });
        expect(answer.body).toEqual({ language });
      }
      const again = await get('/greeting', { 'accept-language': 'de' });
      expect(again.headers['cache-status']).toContain('hit');
      for (const id of ['1', '2', '1', '2']) {
        expect((await get('/own', { 'x-user': id })).body).toEqual({ user: { id: Number(id) } });
      }
      expect((await get('/own', { 'x-user': '1' })).headers['cache-status']).toContain('hit');
    });

    test('A client gets a new response on request only if mayRefresh resolves to true', async () => {
      const get = await start(make);
      const asking = { 'accept-language': 'de', 'cache-control': 'no-cache' };
      await get('/greeting', { 'accept-language': 'de' });
      expect((await get('/greeting', asking)).headers['cache-status']).toContain('hit');
      const renewed = await get('/greeting', { ...asking, 'x-may': 'refresh' });
      expect(renewed.headers['cache-status']).toContain('fwd=request');
    });

    test('A hook may return any kind of promise, and a promise that rejects does not end the process', async () => {
      let heard = 0;
      const get = await start(make, {
        ...optionsOf(make),
        hooks: {
          onResponse: (() =>
            make((): never => {
              heard++;
              throw new Error('no journal');
            })) as unknown as () => void,
        },
      });
      expect((await get('/rows')).status).toBe(200);
      expect((await get('/rows')).status).toBe(200);
      expect(heard).toBe(2);
    });

    test('A Standard Schema may return any kind of promise, and a value that it rejects is a 400', async () => {
      const get = await start(make);
      expect((await get('/checked?size=2')).body).toEqual({ size: 2 });
      expect((await get('/checked')).status).toBe(400);
      expect((await get('/checked?size=3')).body).toMatchObject({
        code: 'rest_invalid_param',
        data: { params: { size: 'size: is odd.' } },
      });
      expect((await get('/checked?size=0')).body).toMatchObject({
        code: 'framework_internal_error',
      });
      expect((await get('/checked?size=2&other=3')).status).toBe(400);
      expect((await get('/checked?size=2&other=4')).body).toEqual({ size: 2, other: 4 });
    });

    test('A store of the cache may return any kind of promise', async () => {
      const kept = new Map<string, unknown>();
      const store = {
        get: (key: string) => make(() => kept.get(key)),
        set: (key: string, value: unknown) => make(() => void kept.set(key, value)),
        delete: (key: string) => make(() => kept.delete(key)),
        clear: () => make(() => kept.clear()),
      };
      const options = optionsOf(make);
      const get = await start(make, {
        ...options,
        cache: { ...options.cache, store: new Keyv({ store }) },
      });
      const german = { 'accept-language': 'de' };
      expect((await get('/greeting', german)).body).toEqual({ language: 'de' });
      expect((await get('/greeting', german)).headers['cache-status']).toContain('hit');
      expect(kept.size).toBeGreaterThan(0);
    });
  });

  test('A promise whose `then` throws is a 500, and grants nothing', async () => {
    const options = optionsOf((run) => Promise.resolve().then(run));
    const get = await start((run) => Promise.resolve().then(run), {
      ...options,
      user: ({ headers }) =>
        headers['x-user'] === undefined ? new Throwing('no database') : { id: 1 },
      can: () => new Throwing('no database'),
    });
    expect((await get('/whoami')).status).toBe(500);
    expect((await get('/me')).status).toBe(500);
    expect((await get('/me', { 'x-user': '1' })).status).toBe(500);
    expect((await get('/unkeyed', { 'x-user': '1' })).status).toBe(500);
    expect((await get('/unchecked?size=1', { 'x-user': '1' })).status).toBe(500);
  });

  describe('Options of forRootAsync may come as any kind of promise', () => {
    test.each(['useClass', 'useExisting'])('%s', async (way) => {
      for (const [, make] of THENABLES) {
        class Options {
          createRestOptions() {
            return make(() => ({ namespace: 'acme', prefix: 'rest' }));
          }
        }
        @RestController('v1')
        class OneController {
          @RestRoute('/one', HttpMethod.Get, new PublicAccess())
          one() {
            return 1;
          }
        }
        class OptionsModule {}
        const started = await startApplication(
          {
            imports: [
              RestModule.forRootAsync(
                way === 'useClass'
                  ? { useClass: Options }
                  : {
                      imports: [
                        { module: OptionsModule, providers: [Options], exports: [Options] },
                      ],
                      useExisting: Options,
                    },
              ),
            ],
            providers: [OneController],
          },
          { adapter },
        );
        expect((await started.fetch('GET', '/rest/acme/v1/one')).body).toBe(1);
        await started.close();
      }
    });
  });
});
