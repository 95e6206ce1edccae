import {
  Controller,
  Get,
  Injectable,
  UnauthorizedException,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import {
  allOf,
  Cache,
  Capability,
  GuardedBy,
  HttpMethod,
  PermissionGuard,
  PublicAccess,
  RequirePermission,
  RestController,
  RestRoute,
  RestRoutes,
  type int,
} from 'nestjs-rest-routes';
import { openApiDocument } from 'nestjs-rest-routes/openapi';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, useRoutes } from '../../support/application.js';

interface Caller {
  headers: Record<string, string | undefined>;
  user?: { id: string; roles: readonly string[] };
}

/** A service that a guard has injected. */
@Injectable()
class Tokens {
  readonly owners: Readonly<Record<string, string>> = { 'Bearer a': 'ada', 'Bearer b': 'bob' };
}

@Injectable()
class TokenGuard implements CanActivate {
  constructor(private readonly tokens: Tokens) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Caller>();
    const id = this.tokens.owners[request.headers['authorization'] ?? ''];
    if (id === undefined) throw new UnauthorizedException('Send a token.');
    request.user = { id, roles: id === 'ada' ? ['editor'] : [] };
    return true;
  }
}

@Injectable()
class EditorGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { user } = context.switchToHttp().getRequest<Caller>();
    return user?.roles.includes('editor') === true;
  }
}

/** A guard that counts its calls, as an object. */
const counted = {
  calls: 0,
  canActivate(): boolean {
    this.calls++;
    return true;
  },
};

const editors = new GuardedBy(TokenGuard, EditorGuard);

@RestController('v1', '/notes', new GuardedBy(TokenGuard))
class NotesController {
  calls = 0;

  @RestRoute('', HttpMethod.Get)
  list() {
    return ['note'];
  }

  @RestRoute('/cached', HttpMethod.Get)
  @Cache({ ttl: '5m' })
  cached() {
    return ++this.calls;
  }

  @RestRoute('', HttpMethod.Post, new GuardedBy(EditorGuard))
  create(title: string) {
    return { title };
  }

  @RestRoute('/{id}', HttpMethod.Delete, new Capability('delete_notes'))
  remove(id: int) {
    return { id };
  }
}

@RestController('v1', '/drafts')
class DraftsController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {
    return ['draft'];
  }

  @RestRoute('', HttpMethod.Post, editors)
  @RestRoute('/copies', HttpMethod.Post, editors)
  create(title: string) {
    return { title };
  }

  @RestRoute('/counted', HttpMethod.Get, new GuardedBy(counted))
  counted() {
    return counted.calls;
  }

  @RestRoute('/below', HttpMethod.Get, new GuardedBy())
  @UseGuards(TokenGuard)
  below() {
    return 'below';
  }
}

function json(data: object, headers = {}) {
  return {
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(data),
  };
}

const ADA = { authorization: 'Bearer a' };
const BOB = { authorization: 'Bearer b' };

describe.each(ADAPTERS)('a permission that guards decide, on %s', (adapter) => {
  const app = useRoutes([NotesController, DraftsController, Tokens], { adapter });
  const of = async (method: string, path: string, headers = {}, data?: object) => {
    const sent = data === undefined ? { headers } : json(data, headers);
    const response = await app.fetch(method, `/api/acme/v1${path}`, sent);
    return [response.status, response.body];
  };

  test('the guards of a controller decide on its routes, with services, and their rejection is the response', async () => {
    expect(await of('GET', '/notes', ADA)).toEqual([200, ['note']]);
    expect(await of('GET', '/notes')).toMatchObject([401, { message: 'Send a token.' }]);
  });

  test('the guards of a route run after those of its class', async () => {
    const note = { title: 'A' };
    expect(await of('POST', '/notes', ADA, note)).toEqual([200, note]);
    expect(await of('POST', '/notes', BOB, note)).toMatchObject([403, {}]);
    expect(await of('POST', '/notes', {}, note)).toMatchObject([401, {}]);
  });

  test('a guard decides before arguments are checked', async () => {
    expect(await of('POST', '/notes', {}, {})).toMatchObject([401, {}]);
    expect(await of('POST', '/notes', ADA, {})).toMatchObject([400, {}]);
  });

  test('a route of the class with another permission needs both', async () => {
    expect(await of('DELETE', '/notes/7', ADA)).toMatchObject([403, { code: 'rest_forbidden' }]);
    expect(await of('DELETE', '/notes/7')).toMatchObject([401, { message: 'Send a token.' }]);
  });

  test('the guards of a route hold for this method only, once, at each of its paths', async () => {
    const draft = { title: 'A' };
    expect(await of('GET', '/drafts')).toEqual([200, ['draft']]);
    for (const path of ['/drafts', '/drafts/copies']) {
      expect(await of('POST', path, ADA, draft)).toEqual([200, draft]);
      expect(await of('POST', path, BOB, draft)).toMatchObject([403, {}]);
      expect(await of('POST', path, {}, draft)).toMatchObject([401, {}]);
    }
    counted.calls = 0;
    expect(await of('GET', '/drafts/counted')).toEqual([200, 1]);
  });

  test('without a guard of its own, those of the method, of its class or of the application decide', async () => {
    expect(await of('GET', '/drafts/below', ADA)).toEqual([200, 'below']);
    expect(await of('GET', '/drafts/below')).toMatchObject([401, {}]);
  });

  test('is not public for caches: each user has a response, and no proxy keeps it', async () => {
    for (const [headers, calls] of [
      [ADA, 1],
      [BOB, 2],
      [ADA, 1],
    ] as const) {
      const sent = await app.fetch('GET', '/api/acme/v1/notes/cached', { headers });
      expect(sent.body).toBe(calls);
      expect(sent.headers['cache-control']).toContain('private');
    }
    expect(await of('GET', '/notes/cached')).toMatchObject([401, {}]);
  });

  test('OPTIONS describes what the guards admit', async () => {
    const { status } = await app.fetch('OPTIONS', '/api/acme/v1/notes');
    expect(status).toBe(401);
    const { headers } = await app.fetch('OPTIONS', '/api/acme/v1/notes', { headers: BOB });
    expect(headers['allow']).toBe('GET');
  });

  test('a list of routes names the guards, and a document states that callers identify themselves', async () => {
    const routes = app.nest.get(RestRoutes);
    const all = await routes.list();
    const permissionOf = (handler: string) =>
      all.find((one) => one.handler === handler)?.permission;
    expect(permissionOf('NotesController.list')).toEqual({
      kind: 'guarded',
      guards: ['TokenGuard'],
    });
    expect(permissionOf('DraftsController.below')).toEqual({ kind: 'guarded', guards: [] });
    const { paths } = openApiDocument(all, {
      info: { title: 'Notes', version: '1' },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    });
    const operation = paths['/api/acme/v1/notes']?.['get'];
    expect(operation?.security).toEqual([{ bearer: [] }]);
    expect(operation?.description).toContain('guards of the application');
    expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining(['401', '403']));
  });
});

describe.each(ADAPTERS)('guards of a permission and the application on %s', (adapter) => {
  const refused = (providers: Parameters<typeof startRoutes>[0], rest = {}) =>
    expect(startRoutes(providers, { adapter, rest, bare: 'It has no guard.' })).rejects;

  test('a test overrides a guard as any other', async () => {
    const app = await startRoutes([DraftsController, Tokens], {
      adapter,
      override: (builder) =>
        builder.overrideGuard(TokenGuard).useValue({
          canActivate: (context: ExecutionContext) => {
            context.switchToHttp().getRequest<Caller>().user = { id: 'test', roles: ['editor'] };
            return true;
          },
        }),
    });
    const { status } = await app.fetch('POST', '/api/acme/v1/drafts', json({ title: 'A' }));
    expect(status).toBe(200);
    await app.close();
  });

  test('a guard of the application is enough', async () => {
    const app = await startRoutes(
      [UnguardedController, Tokens, { provide: APP_GUARD, useClass: TokenGuard }],
      { adapter },
    );
    expect((await app.fetch('GET', '/api/acme/v1/open')).status).toBe(401);
    expect((await app.fetch('GET', '/api/acme/v1/open', { headers: ADA })).status).toBe(200);
    await app.close();
  });

  test('without any guard, the application does not start', async () => {
    await refused([UnguardedController]).toThrow(/RR1076.*UnguardedController\.open/s);
  });

  test('guards that treat all callers alike decide nothing', async () => {
    const guard = { provide: APP_GUARD, useClass: TokenGuard };
    await refused([UnguardedController, Tokens, guard], {
      cache: { uniform: [TokenGuard] },
    }).toThrow(/RR1076/);
  });

  test('a decorator that replaces the method below would lose the guards, and the application does not start', async () => {
    await refused([ReplacedController, Tokens]).toThrow(/RR1076.*TokenGuard/s);
  });

  test('a plain handler beside PermissionGuard may leave the decision to guards', async () => {
    const app = await startRoutes([DraftsController, Tokens, PermissionGuard], {
      adapter,
      controllers: [PlainController],
    });
    expect((await app.fetch('GET', '/plain')).status).toBe(401);
    expect((await app.fetch('GET', '/plain', { headers: ADA })).body).toBe('plain');
    await app.close();
  });

  test('a public route behind guards of another permission is a mistake', async () => {
    await refused([contradicting(), Tokens]).toThrow(/RR1075.*PublicAccess behind TokenGuard/s);
  });

  test('guards are no part of a combination', async () => {
    await refused([combining(), Tokens]).toThrow(/RR1008.*GuardedBy/s);
  });
});

@Controller('plain')
@UseGuards(PermissionGuard)
class PlainController {
  @Get()
  @RequirePermission(new GuardedBy(TokenGuard))
  read() {
    return JSON.stringify('plain');
  }
}

@RestController('v1', '/open')
class UnguardedController {
  @RestRoute('', HttpMethod.Get, new GuardedBy())
  open() {
    return 'open';
  }
}

/** A decorator that loses the metadata of the method, as many published ones do. */
function Logged(): MethodDecorator {
  return (_target, _name, descriptor) => {
    const original = descriptor.value as unknown as (...args: unknown[]) => unknown;
    const logged = function (this: unknown, ...args: unknown[]): unknown {
      return Reflect.apply(original, this, args);
    };
    return { ...descriptor, value: logged as never };
  };
}

@RestController('v1', '/replaced')
class ReplacedController {
  @Logged()
  @RestRoute('', HttpMethod.Get, new GuardedBy(TokenGuard))
  replaced() {
    return 'replaced';
  }
}

/** Declared by hand: the build refuses it. */
function contradicting() {
  class Contradicting {
    login(): string {
      return 'login';
    }
  }
  const descriptor = Object.getOwnPropertyDescriptor(Contradicting.prototype, 'login');
  RestRoute('', HttpMethod.Get, new PublicAccess())(
    Contradicting.prototype,
    'login',
    descriptor ?? {},
  );
  RestController('v1', '/contradicting', new GuardedBy(TokenGuard))(Contradicting);
  return Contradicting;
}

function combining() {
  class Combining {
    list(): string {
      return 'list';
    }
  }
  const permission = allOf(new GuardedBy(TokenGuard) as never);
  const descriptor = Object.getOwnPropertyDescriptor(Combining.prototype, 'list');
  RestRoute('', HttpMethod.Get, permission)(Combining.prototype, 'list', descriptor ?? {});
  RestController('v1', '/combining')(Combining);
  return Combining;
}
