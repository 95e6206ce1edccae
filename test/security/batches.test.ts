import { Injectable, UseGuards, type CanActivate, type ExecutionContext } from '@nestjs/common';
import {
  Capability,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRequest,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { beforeEach, describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';
import { fixtureUser, signedAsUser } from '../support/fixture-user.js';

/** The requests that reached a method, in their order. */
const executed: string[] = [];

@Injectable()
class KeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, unknown> }>();
    return headers['authorization'] === 'key';
  }
}

const batch = { batch: true };

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('', HttpMethod.Post, new PublicAccess(), batch)
  create(@Param({ minLength: 2 }) title: string): string {
    executed.push(`create ${title}`);
    return title;
  }

  @RestRoute('/{id}', HttpMethod.Delete, new Capability('delete_items'), batch)
  remove(id: int): void {
    executed.push(`remove ${id}`);
  }

  @RestRoute('/secret', HttpMethod.Post, new PublicAccess())
  secret(): void {
    executed.push('secret');
  }

  @RestRoute('/headers', HttpMethod.Post, new PublicAccess(), batch)
  headers(request: RestRequest): object {
    const { headers } = request;
    const names = ['x-test', 'x-forwarded-for', 'cookie', 'x-user-id', 'x-set', 'accept-language'];
    return Object.fromEntries(names.map((name) => [name, headers[name]]));
  }

  @RestRoute('/guarded', HttpMethod.Post, new PublicAccess(), batch)
  @UseGuards(KeyGuard)
  guarded(): void {
    executed.push('guarded');
  }
}
interface Result {
  readonly failed?: string;
  readonly responses: readonly ({ readonly status: number; readonly body: unknown } | null)[];
}

describe.each(ADAPTERS)('batches on %s', (adapter) => {
  const app = useRoutes([ItemsController], {
    adapter,
    rest: { batch: { headers: ['X-Test', 'X-Set'] }, ...fixtureUser },
  });
  beforeEach(() => void executed.splice(0));

  const send = async (
    requests: readonly object[],
    validation = 'normal',
    headers: Record<string, string> = {},
  ): Promise<Result> => {
    const { status, body } = await app.fetch('POST', '/api/batch/v1', {
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ validation, requests }),
    });
    expect(status).toBe(207);
    return body as Result;
  };
  const statuses = ({ responses }: Result) => responses.map((response) => response?.status);

  const mixed = [
    { path: '///' },
    { path: '/acme/v1/items/secret' },
    { path: '/acme/v1/items', body: { title: 'Momo' } },
    { path: '/acme/v1/items', body: { title: 'M' } },
    { method: 'DELETE', path: '/acme/v1/items/7' },
  ];

  test('the route of a batch that is validated is the route that is authorized and executed', async () => {
    const result = await send(mixed);
    expect(statuses(result)).toEqual([400, 400, 200, 400, 401]);
    expect(executed).toEqual(['create Momo']);
    const valid = [mixed[2], mixed[4], { path: '/acme/v1/items', body: { title: 'Emil' } }];
    const all = await send(valid as object[], 'require-all-validate');
    expect(statuses(all)).toEqual([200, 401, 200]);
    expect(executed).toEqual(['create Momo', 'create Momo', 'create Emil']);
  });

  test('A batch with require-all-validate executes nothing if one request is invalid or rejected by a guard', async () => {
    const result = await send(mixed, 'require-all-validate');
    expect(result.failed).toBe('validation');
    expect(statuses(result)).toEqual([400, 400, undefined, 400, undefined]);
    const guarded = await send(
      [{ path: '/acme/v1/items', body: { title: 'Momo' } }, { path: '/acme/v1/items/guarded' }],
      'require-all-validate',
    );
    expect(statuses(guarded)).toEqual([undefined, 403]);
    expect(executed).toEqual([]);
  });

  test('a request of a batch cannot state who sends it', async () => {
    const guarded = { path: '/acme/v1/items/guarded', headers: { Authorization: 'key' } };
    const removal = { method: 'DELETE', path: '/acme/v1/items/7', headers: signedAsUser(1) };
    expect(statuses(await send([guarded, removal]))).toEqual([403, 401]);
    expect(statuses(await send([guarded, removal], 'normal', signedAsUser(2)))).toEqual([403, 403]);
    expect(executed).toEqual([]);
    expect(statuses(await send([guarded], 'normal', { authorization: 'key' }))).toEqual([204]);
  });

  test('A request of a batch has its own headers, but replaces no header of the batch or of a proxy', async () => {
    const headers = {
      'X-Test': ['a', 'b'],
      'X-Forwarded-For': '10.0.0.1',
      Cookie: 'a=b',
      'X-User-Id': '1',
      'X-Set': 'request',
      'Accept-Language': 'de',
      'bad name': 'x',
    };
    const { responses } = await send([{ path: '/acme/v1/items/headers', headers }], 'normal', {
      'x-set': 'batch',
      'accept-language': 'en',
    });
    expect(responses[0]?.body).toEqual({
      'x-test': 'a, b',
      'x-set': 'batch',
      'accept-language': 'de',
    });
  });

  test('a batch in a batch is rejected', async () => {
    const { responses } = await send([{ path: '/batch/v1', body: { requests: mixed } }]);
    expect(responses[0]?.body).toMatchObject({ code: 'rest_batch_not_allowed' });
    expect(executed).toEqual([]);
  });
});
