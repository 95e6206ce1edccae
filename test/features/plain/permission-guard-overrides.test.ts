import {
  Injectable,
  Scope,
  type CanActivate,
  type ExecutionContext,
  type Provider,
} from '@nestjs/common';
import { APP_GUARD, REQUEST } from '@nestjs/core';
import type { TestingModuleBuilder } from '@nestjs/testing';
import {
  Capability,
  HttpMethod,
  PermissionGuard,
  PublicAccess,
  RestController,
  RestException,
  RestRoute,
} from 'nestjs-rest-routes';
import { EMPTY, of } from 'rxjs';
import { beforeEach, describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, type AdapterName } from '../../support/application.js';
import { fixtureUser, signedAsUser } from '../../support/fixture-user.js';

const calls: string[] = [];

beforeEach(() => {
  calls.length = 0;
});

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {
    return ['lamp'];
  }

  @RestRoute('', HttpMethod.Post, new Capability('edit_items'))
  @RestRoute('', HttpMethod.Put, new Capability('delete_items'))
  create() {
    return 'created';
  }
}

const PATH = '/api/acme/v1/items';
const EDITOR = { headers: signedAsUser(2) };

type Override = (builder: TestingModuleBuilder) => TestingModuleBuilder;

async function send(
  adapter: AdapterName,
  override: Override,
  requests: readonly (readonly [method: string, options?: object])[],
  providers: readonly Provider[] = [],
) {
  const app = await startRoutes([ItemsController, ...providers], {
    adapter,
    rest: fixtureUser,
    override,
  });
  try {
    const responses = [];
    for (const [method, options] of requests) {
      responses.push(await app.fetch(method, PATH, options ?? {}));
    }
    return responses;
  } finally {
    await app.close();
  }
}

const value = (guard: CanActivate): Override => {
  return (builder) => builder.overrideGuard(PermissionGuard).useValue(guard);
};

const note = (context: ExecutionContext) => {
  calls.push(`${context.getClass().name}.${context.getHandler().name}`);
};

@Injectable()
class EditorsOnly extends PermissionGuard {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    note(context);
    return super.canActivate(context);
  }
}

@Injectable({ scope: Scope.REQUEST })
class ByMethod implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return context.switchToHttp().getRequest<{ method: string }>().method === 'GET';
  }
}

describe.each(ADAPTERS)('a replaced PermissionGuard on %s', (adapter) => {
  test('that allows lets everyone call every route', async () => {
    const [post] = await send(adapter, value({ canActivate: () => true }), [['POST']]);
    expect(post).toMatchObject({ status: 200 });
    expect(post?.headers['allow']).toBe('GET, POST, PUT');
  });

  test('that denies closes public routes too, with 401 and 403', async () => {
    const deny = value({ canActivate: () => false });
    const [anonymous, editor] = await send(adapter, deny, [['GET'], ['GET', EDITOR]]);
    expect(anonymous).toMatchObject({ status: 401, body: { code: 'rest_forbidden' } });
    expect(anonymous?.headers['www-authenticate']).toBe('Bearer');
    expect(editor).toMatchObject({ status: 403, body: { code: 'rest_forbidden' } });
    expect(editor?.headers['allow']).toBeUndefined();
  });

  test.each([
    ['a promise', () => Promise.resolve(true), 200],
    ['an Observable', () => of(true), 200],
    ['a promise of an Observable', () => Promise.resolve(of(true)) as never, 200],
    ['an Observable of false', () => of(false), 401],
    ['an Observable without a value', () => EMPTY, 401],
    ['a value that is true by accident', () => 'yes' as never, 401],
  ])('may return %s', async (_title, canActivate, status) => {
    expect(await send(adapter, value({ canActivate }), [['POST']])).toMatchObject([{ status }]);
  });

  test('that throws makes the response', async () => {
    const canActivate = (context: ExecutionContext) => {
      if (context.getHandler().name === 'list') return true;
      throw new RestException('out_of_office', 'Come back tomorrow.', 429);
    };
    const [post, get, options] = await send(adapter, value({ canActivate }), [
      ['POST'],
      ['GET'],
      ['OPTIONS'],
    ]);
    expect(post).toMatchObject({ status: 429, body: { code: 'out_of_office' } });
    expect(get?.headers['allow']).toBe('GET');
    expect(options?.headers['allow']).toBe('GET');
  });

  test('sees the class and the method of a route', async () => {
    await send(adapter, value({ canActivate: (context) => (note(context), true) }), [['POST']]);
    expect([...new Set(calls)].toSorted()).toEqual([
      'ItemsController.create',
      'ItemsController.list',
    ]);
  });

  test('may be a subclass that calls the guard of the library', async () => {
    const override: Override = (builder) =>
      builder.overrideGuard(PermissionGuard).useClass(EditorsOnly);
    const [post, put, anonymous, get] = await send(adapter, override, [
      ['POST', EDITOR],
      ['PUT', EDITOR],
      ['POST'],
      ['GET'],
    ]);
    expect(post).toMatchObject({ status: 200 });
    expect(post?.headers['allow']).toBe('GET, POST');
    expect(put).toMatchObject({ status: 403 });
    expect(anonymous).toMatchObject({ status: 401, body: { code: 'rest_forbidden' } });
    expect(get).toMatchObject({ status: 200 });
    expect(calls).toContain('ItemsController.list');
  });

  test('may be made for each request', async () => {
    const byClass: Override = (builder) =>
      builder.overrideGuard(PermissionGuard).useClass(ByMethod);
    const byFactory: Override = (builder) =>
      builder.overrideGuard(PermissionGuard).useFactory({
        factory: (request: { method: string }) => ({
          canActivate: () => request.method === 'GET',
        }),
        inject: [REQUEST],
      });
    for (const override of [byClass, byFactory]) {
      const responses = await send(adapter, override, [['GET'], ['POST', EDITOR]]);
      expect(responses).toMatchObject([{ status: 200 }, { status: 403 }]);
    }
  });

  test('may be replaced as a provider', async () => {
    const override: Override = (builder) =>
      builder.overrideProvider(PermissionGuard).useValue({ canActivate: () => false });
    expect(await send(adapter, override, [['GET']])).toMatchObject([{ status: 401 }]);
  });
});

describe.each(ADAPTERS)('PermissionGuard as a guard of the whole application on %s', (adapter) => {
  const unchanged: Override = (builder) => builder;

  test('leaves the routes of the library as they are', async () => {
    const [get, post, denied] = await send(
      adapter,
      unchanged,
      [['GET'], ['POST', EDITOR], ['POST']],
      [{ provide: APP_GUARD, useClass: PermissionGuard }],
    );
    expect(get).toMatchObject({ status: 200 });
    expect(post).toMatchObject({ status: 200 });
    expect(denied).toMatchObject({ status: 401 });
    expect(denied?.headers['allow']).toBe('GET');
  });

  test('leaves the check of a route to the route where it is a subclass', async () => {
    const [get, post, denied] = await send(
      adapter,
      unchanged,
      [['GET'], ['POST', EDITOR], ['POST']],
      [{ provide: APP_GUARD, useClass: EditorsOnly }],
    );
    expect(get).toMatchObject({ status: 200 });
    expect(post).toMatchObject({ status: 200 });
    expect(denied).toMatchObject({ status: 401, body: { code: 'rest_forbidden' } });
    expect(calls).toEqual([
      'ItemsController.list',
      'ItemsController.create',
      'ItemsController.create',
    ]);
  });
});
