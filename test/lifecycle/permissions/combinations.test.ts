import { Injectable } from '@nestjs/common';
import {
  allOf,
  anyOf,
  Callback,
  Capability,
  HttpMethod,
  RestController,
  RestException,
  RestRequest,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { beforeEach, describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';
import { signedAs, signedUser } from '../../support/fixture-user.js';

type Headers = Readonly<Record<string, string>>;

const checked: string[] = [];

@Injectable()
class Owners {
  readonly names = new Map([[1, 'ada']]);
}

class Policies {
  static async owns(id: int, owners: Owners, request: RestRequest): Promise<boolean> {
    checked.push(`owns ${id}`);
    await Promise.resolve();
    return owners.names.get(id) === (request.user as { name: string } | undefined)?.name;
  }

  static isOpen(request: RestRequest): boolean {
    checked.push('isOpen');
    return request.headers['x-closed'] === undefined;
  }

  static explains(): boolean {
    checked.push('explains');
    throw new RestException('notes_closed', 'Closed on Mondays.', 409);
  }

  static truthy(): boolean {
    return 'yes' as unknown as boolean;
  }
}

const owns = new Callback(Policies.owns);
const isOpen = new Callback(Policies.isOpen);

@RestController('v1', '/notes')
class NotesController {
  @RestRoute('/{id}', HttpMethod.Put, allOf(new Capability('edit_notes'), owns))
  update(id: int) {
    return id;
  }

  @RestRoute('/{id}', HttpMethod.Delete, anyOf(new Capability('delete_notes'), owns))
  remove(id: int) {}

  @RestRoute('/{id}', HttpMethod.Post, allOf(isOpen, anyOf(new Capability('delete_notes'), owns)))
  publish(id: int) {
    return id;
  }

  @RestRoute('/{id}/twice', HttpMethod.Get, anyOf(allOf(owns, isOpen), allOf(isOpen, owns)))
  twice(id: int) {
    return id;
  }

  @RestRoute('/open', HttpMethod.Get, allOf(isOpen))
  open() {
    return 'open';
  }

  @RestRoute('/explains', HttpMethod.Get, anyOf(isOpen, new Callback(Policies.explains)))
  explains() {
    return 'open';
  }

  @RestRoute('/truthy', HttpMethod.Get, anyOf(new Callback(Policies.truthy)))
  truthy() {
    return 'open';
  }
}

const ADA: Headers = signedAs({ name: 'ada' });
const EDITOR: Headers = signedAs({ name: 'ada', roles: ['editor'] });
const OTHER_EDITOR = signedAs({ name: 'bob', roles: ['editor'] });
const ADMIN = signedAs({ name: 'bob', roles: ['admin'] });

describe.each(ADAPTERS)('combined permissions on %s', (adapter) => {
  const app = useRoutes([NotesController, Owners], {
    adapter,
    rest: {
      roles: { editor: ['edit_notes'], admin: ['edit_notes', 'delete_notes'] },
      user: signedUser,
    },
  });

  beforeEach(() => {
    checked.length = 0;
  });

  const send = (method: string, path: string, headers: Headers = {}) =>
    app.fetch(method, `/api/acme/v1/notes${path}`, { headers });

  test.each([
    ['every permission allows', EDITOR, 200],
    ['the capability is missing', ADA, 403],
    ['the callback denies', OTHER_EDITOR, 403],
    ['the caller is anonymous', {}, 401],
  ])('allOf: where %s', async (_title, headers, status) => {
    const response = await send('PUT', '/1', headers);
    expect(response.status).toBe(status);
    if (status !== 200) expect(response.body).toMatchObject({ code: 'rest_forbidden' });
  });

  test.each([
    ['the first permission allows', ADMIN, 204],
    ['the second permission allows', ADA, 204],
    ['no permission allows', OTHER_EDITOR, 403],
    ['the caller is anonymous', {}, 401],
  ])('anyOf: where %s', async (_title, headers, status) => {
    expect((await send('DELETE', '/1', headers)).status).toBe(status);
  });

  test('combinations may be parts of combinations', async () => {
    expect((await send('POST', '/1', ADA)).status).toBe(200);
    expect((await send('POST', '/2', ADA)).status).toBe(403);
    expect((await send('POST', '/2', ADMIN)).status).toBe(200);
    expect((await send('POST', '/1', { ...ADA, 'x-closed': '1' })).status).toBe(403);
  });

  test('a combination of callbacks may allow an anonymous request', async () => {
    expect((await send('GET', '/open')).status).toBe(200);
    expect((await send('GET', '/open', { 'x-closed': '1' })).status).toBe(401);
  });

  test('each permission is checked at most once in a request, including for Allow', async () => {
    expect((await send('GET', '/2/twice', ADA)).status).toBe(403);
    expect(checked.toSorted()).toEqual(['isOpen', 'owns 2']);
  });

  test('permissions after the one that decides are not checked', async () => {
    expect((await send('GET', '/explains')).status).toBe(200);
    expect(checked).toEqual(['isOpen']);
  });

  test('the response is the error that a permission throws', async () => {
    expect(await send('GET', '/explains', { 'x-closed': '1' })).toMatchObject({
      status: 409,
      body: { code: 'notes_closed' },
    });
  });

  test('only true allows', async () => {
    expect((await send('GET', '/truthy', ADA)).status).toBe(403);
  });

  test('Allow lists the methods that this user may call', async () => {
    const allow = async (path: string, headers: Headers) =>
      (await send('POST', path, headers)).headers.allow;
    expect(await allow('/1', ADA)).toBe('POST, DELETE');
    expect(await allow('/1', EDITOR)).toBe('POST, PUT, DELETE');
    expect(await allow('/2', ADMIN)).toBe('POST, DELETE');
  });
});
