import {
  Injectable,
  Module,
  forwardRef,
  Req,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
  type INestApplication,
  type RawBodyRequest,
} from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import {
  Callback,
  Capability,
  DeclarationException,
  HttpMethod,
  LazyInjectable,
  Param,
  PublicAccess,
  RestController,
  RestException,
  RestModule,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import {
  createRestApplication,
  restMatchers,
  type RestMatchers,
  type RestTestApplication,
} from 'nestjs-rest-routes/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { UnnamedPlaceholderController } from '../decorators/wrong-controllers.js';
import { ADAPTERS } from '../support/application.js';

declare module 'vitest' {
  // eslint-style generics of Vitest: the parameter's name must be its own.
  interface Matchers<T> extends RestMatchers<T> {}
}
expect.extend(restMatchers);

@Injectable()
class Names {
  of(id: number): string {
    return `item ${id}`;
  }
}

@LazyInjectable()
class Audit {
  readonly written: number[] = [];
}

class UserGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<{ user?: unknown }>();
    return request.user !== undefined;
  }
}

@RestController('v1', '/items')
class ItemsController {
  constructor(
    private readonly names: Names,
    private readonly audit: Audit,
  ) {}

  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(@Param({ minimum: 1 }) page: int = 1, tags: string[] = []) {
    return { page, tags };
  }

  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int) {
    if (id === 0) throw new RestException('item_not_found', 'There is no item 0.', 404);
    return { name: this.names.of(id) };
  }

  @RestRoute('', HttpMethod.Post, new Capability('edit'))
  create(@Param({ minLength: 2 }) title: string) {
    this.audit.written.push(1);
    return { title };
  }

  @RestRoute('/{id}', HttpMethod.Delete, new Callback(ItemsController.isEven))
  remove(id: int): void {}

  @RestRoute('/guarded', HttpMethod.Get, new PublicAccess())
  @UseGuards(UserGuard)
  guarded() {
    return 'in';
  }

  static isEven(id: int): boolean {
    return id % 2 === 0;
  }
}

const EDITOR = { id: 1, capabilities: ['edit'] };

describe.each(ADAPTERS)('the testing kit on %s', (adapter) => {
  let app: RestTestApplication;
  afterEach(() => app.close());

  const start = async (more: object = {}): Promise<void> => {
    app = await createRestApplication({
      controllers: [ItemsController],
      providers: [Names, Audit],
      adapter,
      ...more,
    });
  };

  test('serves only the controllers under test', async () => {
    await start();
    expect((await app.get('/v1/items/7')).body).toEqual({ name: 'item 7' });
    const query = { page: 2, tags: ['a', 'b c'] };
    expect((await app.get('/v1/items', { query })).body).toEqual({ page: 2, tags: ['a', 'b c'] });
    expect((await app.options('/v1/items')).body).toMatchObject({ namespace: 'test/v1' });
  });

  test('sends requests as a user', async () => {
    await start();
    expect(await app.post('/v1/items', { title: 'Chair' })).toBeRestError('rest_forbidden', 401);
    const stranger = app.as({ id: 2 });
    expect(await stranger.post('/v1/items', { title: 'Chair' })).toBeRestError(
      'rest_forbidden',
      403,
    );
    const { status, body } = await app.as(EDITOR).post('/v1/items', { title: 'Chair' });
    expect({ status, body }).toEqual({ status: 200, body: { title: 'Chair' } });
  });

  test('lets Nest’s guards see the user too', async () => {
    await start();
    expect((await app.get('/v1/items/guarded')).status).toBe(403);
    expect((await app.as(EDITOR).get('/v1/items/guarded')).body).toBe('in');
  });

  test('a guessed header identifies no user', async () => {
    await start();
    const headers = { 'x-rest-test-user': 'ada' };
    const response = await app.post('/v1/items', { title: 'Chair' }, { headers });
    expect(response).toBeRestError('rest_forbidden', 401);
  });

  test('falls back to the user of the application where the test names none', async () => {
    await start({ options: { user: () => EDITOR } });
    expect((await app.post('/v1/items', { title: 'Chair' })).status).toBe(200);
    expect((await app.as({ id: 2 }).post('/v1/items', { title: 'Chair' })).status).toBe(403);
  });

  test('matches errors, rejected arguments and allowed methods', async () => {
    await start();
    expect(await app.get('/v1/items/0')).toBeRestError('item_not_found', 404);
    expect(await app.get('/v1/items?page=0')).toRefuse('page');
    expect(await app.as(EDITOR).post('/v1/items', {})).toRefuse('title');
    expect(await app.options('/v1/items')).toAllow('GET');
    expect(await app.as(EDITOR).options('/v1/items')).toAllow('GET', 'POST');
    const response = await app.get('/v1/items/7');
    expect(response).not.toBeRestError('item_not_found');
    expect(() => expect(response).toBeRestError('item_not_found', 404)).toThrow(
      /expected the error item_not_found \(404\) and received .*status: 200/s,
    );
    expect(() => expect(response).toRefuse('id')).toThrow(/expected a 400 that rejects id/);
    expect(() => expect(response).toAllow('POST')).toThrow(/not "GET/);
  });

  test('records the permissions that were checked and the classes that were created', async () => {
    await start();
    await app.post('/v1/items', { title: 'Chair' });
    await app.delete('/v1/items/7');
    expect(app.recording.created).toEqual([]);
    expect(app.recording.permissions).toContainEqual({
      handler: 'ItemsController.create',
      kind: 'capability',
      capability: 'edit',
      allowed: false,
    });
    expect(app.recording.permissions).toContainEqual({
      handler: 'ItemsController.remove',
      kind: 'callback',
      capability: undefined,
      allowed: false,
    });
    app.recording.clear();
    await app.get('/v1/items/7');
    expect(app.recording.created).toEqual(['ItemsController']);
    expect(app.recording.permissions.some(({ kind }) => kind === 'capability')).toBe(false);
  });

  test('replaces providers', async () => {
    await start({
      override: (builder: import('@nestjs/testing').TestingModuleBuilder) =>
        builder.overrideProvider(Names).useValue({ of: () => 'double' }),
    });
    expect((await app.get('/v1/items/7')).body).toEqual({ name: 'double' });
  });

  test('rejects wrong declarations as the startup does', async () => {
    await start();
    await expect(
      createRestApplication({ controllers: [UnnamedPlaceholderController], adapter }),
    ).rejects.toThrow(DeclarationException);
  });
});

@Module({ providers: [Names, Audit, ItemsController] })
class ItemsModule {}

test('the controllers of a module are served without being listed', async () => {
  const app = await createRestApplication({ imports: [ItemsModule] });
  try {
    expect((await app.get('/v1/items')).status).toBe(200);
  } finally {
    await app.close();
  }
});

test('the RestModule of an application keeps its options, and the test users are known to it', async () => {
  @RestController('v1', '/things')
  class ThingsController {
    @RestRoute('', HttpMethod.Get, new Capability('read'))
    list() {
      return [];
    }
  }
  const useFactory = () => ({ namespace: 'shop', prefix: 'rest' });
  for (const rest of [RestModule.forRoot(useFactory()), RestModule.forRootAsync({ useFactory })]) {
    @Module({ imports: [rest], providers: [ThingsController] })
    class FeatureModule {}
    @Module({ imports: [forwardRef(() => FeatureModule)] })
    class AppModule {}
    const app = await createRestApplication({ imports: [AppModule] });
    try {
      expect((await app.get('/v1/things')).status).toBe(401);
      expect((await app.as({ capabilities: ['read'] }).get('/v1/things')).status).toBe(200);
      expect((await fetch(`${app.url}/rest/shop/v1/things`)).status).toBe(401);
    } finally {
      await app.close();
    }
    const changed = await createRestApplication({
      imports: [AppModule],
      options: { namespace: 'other' },
    });
    try {
      expect((await changed.as({ capabilities: ['read'] }).get('/v1/things')).status).toBe(200);
      expect((await fetch(`${changed.url}/rest/other/v1/things`)).status).toBe(401);
    } finally {
      await changed.close();
    }
  }
});

describe.each(ADAPTERS)('the testing kit takes what NestFactory.create takes, on %s', (adapter) => {
  class SignatureGuard implements CanActivate {
    canActivate(context: ExecutionContext): boolean {
      const { rawBody } = context.switchToHttp().getRequest<RawBodyRequest<object>>();
      return rawBody?.toString() === '{ "event":  "paid" }';
    }
  }

  @RestController('v1', '/webhooks')
  class WebhooksController {
    @RestRoute('', HttpMethod.Post, new PublicAccess())
    @UseGuards(SignatureGuard)
    paid(event: string) {
      return { event };
    }
  }

  @RestController('v1', '/bodies')
  class BodiesController {
    @RestRoute('', HttpMethod.Post, new PublicAccess())
    read(@Req() { body }: { body?: unknown }) {
      return { isParsed: typeof body === 'object' };
    }
  }

  const headers = { 'content-type': 'application/json' };
  const paid = ['/v1/webhooks', '{ "event":  "paid" }', { headers }] as const;

  test('rawBody: a guard reads the bytes of a body', async () => {
    await using app = await createRestApplication({
      controllers: [WebhooksController],
      adapter,
      rawBody: true,
    });
    expect((await app.post(...paid)).body).toEqual({ event: 'paid' });
    await using without = await createRestApplication({
      controllers: [WebhooksController],
      adapter,
    });
    expect((await without.post(...paid)).status).toBe(403);
  });

  test('cors: responses have its headers', async () => {
    const cors = { origin: 'https://shop.example', credentials: true };
    await using app = await createRestApplication({
      controllers: [BodiesController],
      adapter,
      cors,
    });
    const headers = { origin: 'https://shop.example' };
    const response = await app.post('/v1/bodies', {}, { headers });
    expect(response.headers.get('access-control-allow-origin')).toBe('https://shop.example');
    expect(response.headers.get('access-control-allow-credentials')).toBe('true');
  });

  test('bodyParser: the application reads bodies itself', async () => {
    const configure = (app: INestApplication): void => {
      const parse = (request: { body?: unknown }, _response: unknown, next: () => void): void => {
        request.body = 'of the application';
        next();
      };
      if (adapter === 'express') app.use(parse);
    };
    await using app = await createRestApplication({
      controllers: [BodiesController],
      adapter,
      bodyParser: false,
      configure,
    });
    const { body } = await app.post('/v1/bodies', {});
    // Fastify has a parser of its own.
    expect(body).toEqual({ isParsed: adapter === 'fastify' });
  });

  test('an adapter with options', async () => {
    const own =
      adapter === 'express' ? new ExpressAdapter() : new FastifyAdapter({ bodyLimit: 10 });
    await using app = await createRestApplication({
      controllers: [BodiesController],
      adapter: own,
    });
    expect(app.nest.getHttpAdapter()).toBe(own);
    const { status } = await app.post('/v1/bodies', { title: 'A long title' });
    expect(status).toBe(adapter === 'express' ? 200 : 413);
  });
});
