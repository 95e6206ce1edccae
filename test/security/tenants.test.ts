import { Controller, Get, Inject, Injectable, Query, Scope } from '@nestjs/common';
import { ContextIdFactory, REQUEST, type ContextId, type ContextIdStrategy } from '@nestjs/core';
import { Cache, HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import type { IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, useRoutes } from '../support/application.js';

interface Payload {
  readonly tenant: string;
}

interface AnyRequest {
  readonly headers: IncomingHttpHeaders;
}

let isPaid = true;
const tenants = new Map<string, ContextId>();
const strategy: ContextIdStrategy<AnyRequest> = {
  attach(contextId, { headers }) {
    const tenant = String(headers['x-tenant']);
    const shared = tenants.get(tenant) ?? ContextIdFactory.create();
    tenants.set(tenant, shared);
    const resolve = ({ isTreeDurable }: { readonly isTreeDurable: boolean }) =>
      isTreeDurable ? shared : contextId;
    return isPaid ? { resolve, payload: { tenant } } : resolve;
  },
};

@Injectable({ scope: Scope.REQUEST, durable: true })
class Notes {
  readonly all: string[] = [];
}

@Injectable({ scope: Scope.REQUEST, durable: true })
class Tenant {
  constructor(@Inject(REQUEST) readonly payload: Payload) {}
}

/** Has the scope of what it depends on. */
@Injectable()
class Desk {
  constructor(@Inject(Notes) readonly notes: Notes) {}
}

@Injectable({ scope: Scope.REQUEST })
class Visit {
  constructor(@Inject(REQUEST) readonly request: AnyRequest) {}
}

@RestController('v1', '/notes')
class NotesController {
  constructor(
    @Inject(Notes) private readonly notes: Notes,
    @Inject(Desk) private readonly desk: Desk,
  ) {}

  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(add?: string) {
    if (add !== undefined) this.notes.all.push(add);
    return this.desk.notes.all;
  }

  @RestRoute('/parameter', HttpMethod.Get, new PublicAccess())
  parameter(desk: Desk) {
    return desk.notes.all;
  }
}

@RestController('v1', '/tenant')
class TenantController {
  constructor(
    @Inject(Tenant) private readonly tenant: Tenant,
    @Inject(Visit) private readonly visit: Visit,
  ) {}

  @RestRoute('', HttpMethod.Get, new PublicAccess())
  both(injected: Tenant) {
    const { payload } = this.tenant;
    const isOne = injected === this.tenant;
    return { payload, isOne, visit: this.visit.request.headers['x-visit'] };
  }
}

@Controller('plain')
class PlainController {
  constructor(@Inject(Notes) private readonly notes: Notes) {}

  @Get()
  list(@Query('add') added?: string) {
    if (added !== undefined) this.notes.all.push(added);
    return this.notes.all;
  }
}

const services = [Notes, Tenant, Desk, Visit];

describe.each(ADAPTERS)('providers of tenants on %s', (adapter) => {
  beforeAll(() => ContextIdFactory.apply(strategy));
  afterAll(() => ContextIdFactory.apply(undefined as never));
  const app = useRoutes([NotesController, TenantController, ...services], {
    adapter,
    controllers: [PlainController],
  });
  const get = async (path: string, tenant: string) => {
    const headers = { 'x-tenant': tenant, 'x-visit': `of ${tenant}` };
    return (await app.fetch('GET', path, { headers })).body;
  };

  test.each([true, false])(
    'a durable provider is one for each tenant, as in plain controllers (payload: %s)',
    async (pays) => {
      isPaid = pays;
      tenants.clear();
      expect(await get('/api/acme/v1/notes?add=secret', 'one')).toEqual(['secret']);
      expect(await get('/api/acme/v1/notes', 'one')).toEqual(['secret']);
      expect(await get('/plain', 'one')).toEqual(['secret']);
      expect(await get('/api/acme/v1/notes/parameter', 'one')).toEqual(['secret']);
      for (const path of ['/api/acme/v1/notes', '/plain', '/api/acme/v1/notes/parameter']) {
        expect(await get(path, 'two')).toEqual([]);
      }
      isPaid = true;
    },
  );

  test('a durable provider gets the payload of its tenant, and a provider of a request the request', async () => {
    tenants.clear();
    for (const tenant of ['one', 'two', 'one']) {
      expect(await get('/api/acme/v1/tenant', tenant)).toEqual({
        payload: { tenant },
        isOne: true,
        visit: `of ${tenant}`,
      });
    }
  });

  test('a cached method with a durable service states vary', async () => {
    @RestController('v1', '/cached')
    class CachedController {
      @Cache({ ttl: '5m' })
      @RestRoute('', HttpMethod.Get, new PublicAccess())
      one(notes: Notes) {
        return notes.all;
      }
    }
    const start = startRoutes([CachedController, ...services], { adapter });
    await expect(start).rejects.toThrow('RR1022');
  });
});
