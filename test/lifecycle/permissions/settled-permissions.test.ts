import { Controller, Get, UseGuards } from '@nestjs/common';
import {
  allOf,
  anyOf,
  Cache,
  Callback,
  Capability,
  HttpMethod,
  Param,
  PermissionGuard,
  PublicAccess,
  RequirePermission,
  RestController,
  RestRoute,
  RestRoutes,
  type CacheOptions,
  type int,
  type RestRouteOptions,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, useRoutes } from '../../support/application.js';
import { signedAs, signedUser } from '../../support/fixture-user.js';

/** Its constructor assigns after `super()`, and what it needs changes later. */
class Department extends Capability {
  readonly label: string;

  constructor(name: string) {
    super(name);
    this.label = `of ${name}`;
  }
}

const needed = { name: 'edit_notes', kind: 'capability' };

class Switched extends Capability {
  constructor() {
    super('');
    Object.defineProperty(this, 'name', { get: () => needed.name });
    Object.defineProperty(this, 'kind', { get: () => needed.kind });
  }
}

class Policies {
  static denies(): boolean {
    return false;
  }

  static allows(): boolean {
    return true;
  }
}

const capability = new Capability('edit_notes');
const callback = new Callback(Policies.denies);
const guarded = new Callback(Policies.allows, { anonymous: false });
const all = allOf(new Capability('edit_notes'), new Callback(Policies.allows));
const any = anyOf(allOf(new Capability('edit_notes')), new Callback(Policies.denies));
const open = new PublicAccess();
const department = new Department('edit_notes');
const switched = new Switched();
const ofClass = new Capability('edit_notes');
const ofHandler = new Capability('edit_notes');
const byHand = { kind: 'capability', name: 'edit_notes' };
const unknown = { kind: 'nothing' };
const methods: HttpMethod[] = [HttpMethod.Get];
const options: RestRouteOptions = {};
const cache: CacheOptions = { ttl: '5m', vary: { headers: ['X-Tenant'] }, tags: ['notes'] };
const limits = { minimum: 1 };

@RestController('v1', '/notes', ofClass)
class NotesController {
  @RestRoute('/capability', HttpMethod.Get, capability)
  capability() {}

  @RestRoute('/callback', HttpMethod.Get, callback)
  callback() {}

  @RestRoute('/guarded', HttpMethod.Get, guarded)
  guarded() {}

  @RestRoute('/all', HttpMethod.Get, all)
  all() {}

  @RestRoute('/any', HttpMethod.Get, any)
  any() {}

  @RestRoute('/department', HttpMethod.Get, department)
  department() {}

  @RestRoute('/switched', HttpMethod.Get, switched)
  switched() {}

  @RestRoute('/of-class', HttpMethod.Get)
  ofClass() {}

  @RestRoute('/by-hand', HttpMethod.Get, byHand as Capability)
  byHand() {}

  @RestRoute('/open', methods, open, options)
  open() {}

  @RestRoute('/limited', HttpMethod.Get, open)
  limited(@Param(limits) count: int) {
    return count;
  }

  @RestRoute('/cached', HttpMethod.Get, open)
  @Cache(cache)
  cached() {
    return 1;
  }
}

@RestController('v1', '/unknown')
class UnknownController {
  @RestRoute('/unknown', HttpMethod.Get, unknown as Capability)
  unknown() {}
}

@Controller('plain')
@UseGuards(PermissionGuard)
class PlainController {
  @Get()
  @RequirePermission(ofHandler)
  one() {}
}

const DENYING = [
  'capability',
  'callback',
  'guarded',
  'all',
  'any',
  'department',
  'switched',
  'of-class',
  'by-hand',
].map((name) => `/api/acme/v1/notes/${name}`);

const PERMISSIONS = {
  capability,
  callback,
  guarded,
  all,
  any,
  department,
  switched,
  ofClass,
  ofHandler,
  byHand,
  open,
};

/** What code of the application may do by mistake, or a package on purpose. */
function change(): void {
  for (const permission of Object.values(PERMISSIONS)) {
    expect(() => Object.assign(permission, { kind: 'public' })).toThrow(TypeError);
    expect(() => Object.assign(permission, { name: '', method: () => true })).toThrow(TypeError);
    expect(() => Object.assign(permission, { anonymous: true })).toThrow(TypeError);
  }
  for (const { permissions } of [all, any]) {
    expect(() => Object.assign(permissions, [open])).toThrow(TypeError);
    expect(() => (permissions as unknown[]).pop()).toThrow(TypeError);
    for (const part of permissions) {
      expect(() => Object.assign(part, { kind: 'public' })).toThrow(TypeError);
    }
  }
  Object.assign(needed, { name: '', kind: 'public' });
  methods.push(HttpMethod.Delete);
  Object.assign(options, { hidden: true, batch: true, publicWrite: true });
  Object.assign(cache, { ttl: '1y', vary: 'none' });
  Object.assign(limits, { minimum: -1000 });
}

test('permissions that their constructors assign more to work, until a decorator has them', () => {
  expect(department).toMatchObject({ name: 'edit_notes', label: 'of edit_notes' });
  expect(new Department('x').label).toBe('of x');
  expect(Object.isFrozen(new Capability('x'))).toBe(true);
});

describe.each(ADAPTERS)('what was declared holds on %s', (adapter) => {
  // The decorators have run: what follows comes before the start.
  change();
  const app = useRoutes([NotesController], {
    adapter,
    controllers: [PlainController],
    rest: { roles: { editor: ['edit_notes'] }, user: signedUser },
  });

  const expectDeclared = async () => {
    const editor = signedAs({ name: 'ada', roles: ['editor'] });
    for (const path of [...DENYING, '/plain']) {
      expect([path, (await app.fetch('GET', path)).status]).toEqual([path, 401]);
      const status = path.endsWith('callback') ? 403 : path === '/plain' ? 200 : 204;
      const { status: found } = await app.fetch('GET', path, { headers: editor });
      expect([path, found]).toEqual([path, status]);
    }
    const deleted = await app.fetch('DELETE', '/api/acme/v1/notes/open');
    expect([404, 405]).toContain(deleted.status);
    expect((await app.fetch('GET', '/api/acme/v1/notes/limited?count=-5')).status).toBe(400);
    const cached = await app.fetch('GET', '/api/acme/v1/notes/cached');
    expect(cached.headers['cache-control']).toContain('max-age=300');
    expect(cached.headers.vary).toContain('X-Tenant');
  };

  test('if it is changed before the start, and after it', async () => {
    await expectDeclared();
    change();
    await expectDeclared();
  });

  test('if what was not a permission becomes one', async () => {
    expect(() => Object.assign(unknown, { kind: 'public' })).toThrow(TypeError);
    await expect(startRoutes([UnknownController], { adapter })).rejects.toThrow('RR1008');
  });

  test('if descriptions are changed', async () => {
    const routes = await app.nest.get(RestRoutes).list();
    const limited = routes.find(({ path }) => path.endsWith('/limited'));
    const schema = limited?.arguments[0]?.schema;
    expect(schema).toMatchObject({ minimum: 1 });
    expect(() => Object.assign(schema ?? {}, { minimum: -1000 })).toThrow(TypeError);
    for (const { permission, methods: own } of routes) {
      Object.assign(permission, { kind: 'public' });
      expect(() => (own as string[]).push('DELETE')).toThrow(TypeError);
    }
    await expectDeclared();
  });
});
