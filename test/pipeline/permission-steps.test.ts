import { describe, expect, it, vi } from 'vitest';
import { RestException } from 'nestjs-rest-routes';
import type { PermissionDefinition } from '../../lib/routes/definition/permission-definition.js';
import { createAllow } from '../../lib/lifecycle/permissions/allow.js';
import { createPermissions } from '../../lib/lifecycle/permissions/permission-checks.js';
import { authorizeStep, identifyStep } from '../../lib/lifecycle/steps/authorize.step.js';
import { guardGroupStep } from '../../lib/lifecycle/steps/options.step.js';
import { guardStep } from '../../lib/lifecycle/steps/invoke.step.js';
import { ReplyBody } from '../../lib/lifecycle/responses/reply.js';
import { contextOf, endpointOf } from './support/fakes.js';

const EDIT: PermissionDefinition = { kind: 'capability', capability: 'edit' };
const response = (headers = {}) => ({ status: 200, headers, body: ReplyBody.NONE });

const callback = (method: () => unknown): PermissionDefinition => ({
  kind: 'callback',
  name: 'ItemsController.mayEdit',
  method,
  parameters: [],
});

describe('The guard step', () => {
  it('is left out of a route without guards', () => {
    expect(guardStep(endpointOf())).toBeUndefined();
  });

  it('throws what a guard throws', async () => {
    const guard = () => Promise.reject(new Error('no'));
    await expect(guardStep(endpointOf({ ports: { guard } }))?.(contextOf())).rejects.toThrow('no');
  });
});

describe('The identify step', () => {
  it.each([
    ['a user', () => 'ada'],
    ['a promise of a user', async () => 'ada'],
  ])('admits the caller and keeps %s', async (_title, user) => {
    const context = contextOf();
    await identifyStep(user)(context);
    expect(context).toMatchObject({ isAdmitted: true, user: 'ada' });
  });
});

describe('The authorize step', () => {
  const can = vi.fn((user: unknown, capability: string) => user === 'ada' && capability === 'edit');
  const authorize = async (permission: PermissionDefinition, user: unknown) => {
    const endpoint = endpointOf({ permission });
    const context = contextOf({}, endpoint);
    context.user = user;
    return authorizeStep(endpoint, createPermissions(can))?.(context);
  };

  it('is left out of a public route', () => {
    expect(authorizeStep(endpointOf(), createPermissions(can))).toBeUndefined();
  });

  it.each<[title: string, permission: PermissionDefinition, user: unknown, status: number]>([
    ['an anonymous user', EDIT, undefined, 401],
    ['a user without the capability', EDIT, 'bob', 403],
    ['a callback that returns a truthy value', callback(() => 1), 'ada', 403],
    ['a callback that resolves to false', callback(async () => false), undefined, 401],
  ])('rejects %s', async (_title, permission, user, status) => {
    const rejection = await authorize(permission, user);
    expect(rejection?.getStatus()).toBe(status);
    expect(rejection?.code).toBe('rest_forbidden');
  });

  it.each<[title: string, permission: PermissionDefinition]>([
    ['a user with the capability', EDIT],
    ['a user for whom a callback returns true', callback(() => true)],
  ])('accepts %s', async (_title, permission) => {
    expect(await authorize(permission, 'ada')).toBeUndefined();
  });

  it('does not check a capability of an anonymous user', async () => {
    can.mockClear();
    await authorize(EDIT, null);
    expect(can).not.toHaveBeenCalled();
  });
});

describe('The guard step of OPTIONS', () => {
  const open = endpointOf({ methods: ['GET'] });
  const closed = endpointOf({
    methods: ['POST'],
    ports: { guard: () => Promise.reject(new RestException('closed', 'Closed.', 403)) },
  });

  it('is left out of a path without guards', () => {
    expect(guardGroupStep(contextOf({}, open).group, () => {})).toBeUndefined();
  });

  it('hides the endpoints whose guards reject', async () => {
    const context = contextOf({}, [open, closed]);
    await guardGroupStep(context.group, () => {})?.(context);
    expect(context.group.entries.map((entry) => entry.open())).toEqual([open]);
  });

  it('throws the first rejection where all guards reject', async () => {
    const context = contextOf({}, closed);
    await expect(guardGroupStep(context.group, () => {})?.(context)).rejects.toThrow('Closed.');
  });

  it('reports a guard that fails, and takes that for a rejection', async () => {
    const broken = endpointOf({ ports: { guard: () => Promise.reject(new Error('bug')) } });
    const failures: unknown[] = [];
    const context = contextOf({}, [open, broken]);
    await guardGroupStep(context.group, (error) => failures.push(error))?.(context);
    expect(failures).toMatchObject([{ message: 'bug' }]);
    expect(context.group.entries.map((entry) => entry.open())).toEqual([open]);
  });
});

describe('The Allow header', () => {
  const permissions = createPermissions((user) => user === 'ada');
  const read = endpointOf({ methods: ['GET'] });
  const write = endpointOf({ methods: ['POST', 'PUT'], permission: EDIT });
  const allow = createAllow(permissions, () => {});
  const allowFor = (user: unknown, headers = {}) => {
    const context = contextOf({}, [read, write]);
    context.user = user;
    return allow(context, response(headers));
  };

  it('lists the methods that the caller may use', () => {
    expect(allowFor('ada')).toBe('GET, POST, PUT');
    expect(allowFor('bob')).toBe('GET');
  });

  it('lists public methods only in a response that shared caches may keep', () => {
    expect(allowFor('ada', { 'cache-control': 'public, max-age=60' })).toBe('GET');
  });

  it('waits for a permission that is a promise', async () => {
    const slow = endpointOf({ methods: ['DELETE'], permission: callback(async () => true) });
    expect(await allow(contextOf({}, [read, slow]), response())).toBe('GET, DELETE');
  });

  it('denies a method whose permission throws, and reports the error', async () => {
    const failures: unknown[] = [];
    const broken = endpointOf({
      methods: ['DELETE'],
      permission: callback(() => {
        throw new Error('bug');
      }),
    });
    const reporting = createAllow(permissions, (error) => failures.push(error));
    expect(await reporting(contextOf({}, [read, broken]), response())).toBe('GET');
    expect(failures).toMatchObject([{ message: 'bug' }]);
  });
});
