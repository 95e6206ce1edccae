import {
  Catch,
  createParamDecorator,
  Injectable,
  Module,
  type ArgumentsHost,
  type CallHandler,
  type CanActivate,
  type ExceptionFilter,
  type ExecutionContext,
  type INestApplication,
  type NestInterceptor,
  type Provider,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, HttpAdapterHost, NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import {
  Capability,
  HttpMethod,
  PublicAccess,
  RestController,
  RestDispatcher,
  RestException,
  RestModule,
  RestRequest,
  RestRoute,
  type RestModuleOptions,
} from 'nestjs-rest-routes';
import { createRestApplication } from 'nestjs-rest-routes/testing';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ADAPTERS, sendRequest } from '../../support/application.js';

interface User {
  readonly name: string;
  readonly capabilities: readonly string[];
}

const EVA: User = { name: 'Eva', capabilities: ['edit_items'] };
const TOKENS: Readonly<Record<string, User>> = { 'Bearer eva': EVA };

/** The readers of the caller, in the order in which they run, and the name that each has read. */
let readers: string[] = [];

function read(reader: string, host: ArgumentsHost): void {
  const request: { user?: { name: string } } = host.switchToHttp().getRequest();
  readers.push(`${reader}: ${request.user?.name ?? 'anonymous'}`);
}

@Injectable()
class ReadingGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    read('guard', context);
    return true;
  }
}

/** A guard that finds the user by a token, as Passport's does. */
@Injectable()
class TokenGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request: { user?: User; headers: { authorization?: string } } = context
      .switchToHttp()
      .getRequest();
    request.user ??= TOKENS[request.headers.authorization ?? ''] as User;
    return true;
  }
}

@Injectable()
class ReadingInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    read('interceptor', context);
    return next.handle();
  }
}

@Catch(RestException)
class ReadingFilter implements ExceptionFilter<RestException> {
  constructor(private readonly host: HttpAdapterHost) {}

  catch(exception: RestException, host: ArgumentsHost): void {
    read('filter', host);
    this.host.httpAdapter.reply(host.switchToHttp().getResponse(), { code: exception.code }, 409);
  }
}

const CurrentUser = createParamDecorator((_data: unknown, context: ExecutionContext) => {
  read('decorator', context);
  return (context.switchToHttp().getRequest() as { user?: User }).user?.name ?? 'anonymous';
});

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(@CurrentUser() name: string, request: RestRequest): string[] {
    readers.push(`method: ${(request.user as User | undefined)?.name ?? 'anonymous'}`);
    return [name];
  }

  @RestRoute('', HttpMethod.Post, new Capability('edit_items'))
  create(@CurrentUser() name: string, title: string): { title: string; by: string } {
    return { title, by: name };
  }

  @RestRoute('/broken', HttpMethod.Get, new PublicAccess())
  broken(): string {
    throw new RestException('broken', 'Broken.', 409);
  }
}

const PARTS = [
  { provide: APP_GUARD, useClass: ReadingGuard },
  { provide: APP_INTERCEPTOR, useClass: ReadingInterceptor },
  { provide: APP_FILTER, useClass: ReadingFilter },
];

const BY_OPTION: RestModuleOptions = {
  user: ({ headers }) => TOKENS[headers.authorization ?? ''],
};

interface Way {
  readonly rest: RestModuleOptions;
  readonly guards: readonly Provider[];
}

/** The two ways in which applications find the user. */
const WAYS: readonly (Way & { readonly way: string; readonly guardSees: string })[] = [
  {
    way: 'forRoot({ user })',
    rest: BY_OPTION,
    guards: [],
    guardSees: 'anonymous',
  },
  {
    way: 'a guard',
    rest: {},
    guards: [{ provide: APP_GUARD, useClass: TokenGuard }],
    guardSees: 'Eva',
  },
];

function moduleOf({ rest, guards }: Way) {
  @Module({
    imports: [RestModule.forRoot({ namespace: 'acme', ...rest })],
    providers: [ItemsController, ...guards, ...PARTS],
  })
  class AppModule {}
  return AppModule;
}

/** The request of a user, in each way that an application and its tests have. */
interface Asker {
  get(path: string): Promise<unknown>;
  post(path: string, body: object): Promise<unknown>;
}

describe.each(ADAPTERS)('on %s', (adapter) => {
  describe.each(WAYS)('the caller that $way finds', (setup) => {
    const opened: INestApplication[] = [];
    const create = async (): Promise<INestApplication> => {
      const app = await NestFactory.create(
        moduleOf(setup),
        adapter === 'express' ? new ExpressAdapter() : new FastifyAdapter(),
        { logger: false },
      );
      opened.push(app);
      await app.listen(0, '127.0.0.1');
      return app;
    };
    beforeEach(() => {
      readers = [];
    });
    afterEach(async () => {
      for (const app of opened.splice(0)) await app.close();
    });

    const askers: readonly [string, () => Promise<Asker>][] = [
      [
        'over HTTP',
        async () => {
          const { port } = (await create()).getHttpServer().address() as AddressInfo;
          const headers = { authorization: 'Bearer eva', 'content-type': 'application/json' };
          return {
            get: async (path) =>
              (await sendRequest(port, 'GET', `/api/acme${path}`, { headers })).body,
            post: async (path, body) => {
              const text = JSON.stringify(body);
              return (await sendRequest(port, 'POST', `/api/acme${path}`, { headers, body: text }))
                .body;
            },
          };
        },
      ],
      [
        'by the testing kit',
        async () => {
          const app = await createRestApplication({ imports: [moduleOf(setup)], adapter });
          opened.push(app.nest);
          const client = app.as(EVA);
          return {
            get: async (path) => (await client.get(path)).body,
            post: async (path, body) => (await client.post(path, body)).body,
          };
        },
      ],
      [
        'by RestDispatcher',
        async () => {
          const dispatcher = (await create()).get(RestDispatcher);
          return {
            get: async (path) =>
              (await dispatcher.request({ path: `/acme${path}` }, { as: EVA })).data,
            post: async (path, body) =>
              (
                await dispatcher.request(
                  { method: 'POST', path: `/acme${path}`, body },
                  { as: EVA },
                )
              ).data,
          };
        },
      ],
    ];

    test.each(askers)(
      '%s, interceptors, parameter decorators and the method read the same caller',
      async (_way, ask) => {
        const asker = await ask();
        expect(await asker.get('/v1/items')).toEqual(['Eva']);
        expect(readers).toEqual([
          `guard: ${setup.guardSees}`,
          'interceptor: Eva',
          'decorator: Eva',
          'method: Eva',
        ]);
        expect(await asker.post('/v1/items', { title: 'Lamp' })).toEqual({
          title: 'Lamp',
          by: 'Eva',
        });
      },
    );

    test.each(askers)('%s, a filter reads the caller', async (_way, ask) => {
      const asker = await ask();
      expect(await asker.get('/v1/items/broken')).toEqual({ code: 'broken' });
      expect(readers.at(-1)).toBe('filter: Eva');
    });
  });

  test('a user that a guard has set stays on the request beside forRoot({ user })', async () => {
    @Injectable()
    class OtherGuard implements CanActivate {
      canActivate(context: ExecutionContext): boolean {
        const request: { user?: object } = context.switchToHttp().getRequest();
        request.user = { name: 'of the guard' };
        return true;
      }
    }
    const module = moduleOf({
      rest: BY_OPTION,
      guards: [{ provide: APP_GUARD, useClass: OtherGuard }],
    });
    const app = await createRestApplication({ imports: [module], adapter });
    readers = [];
    const { body } = await app.as(EVA).get('/v1/items');
    await app.close();
    expect(body).toEqual(['of the guard']);
    expect(readers.at(-1)).toBe('method: Eva');
  });

  test('an anonymous request has no user', async () => {
    const app = await createRestApplication({
      imports: [moduleOf({ rest: BY_OPTION, guards: [] })],
      adapter,
    });
    readers = [];
    const { body } = await app.get('/v1/items');
    await app.close();
    expect(body).toEqual(['anonymous']);
    expect(readers).toContain('interceptor: anonymous');
  });
});
