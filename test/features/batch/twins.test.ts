import {
  Capability,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestException,
  RestResponse,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes, type TestApplication } from '../../support/application.js';
import { fixtureUser, signedAsUser } from '../../support/fixture-user.js';
import { belowApi } from '../../support/location.js';
import { random } from './support/random.js';

interface Item {
  readonly id: number;
  title: string;
  changes: number;
}

/** A store whose objects change, so that the order of requests and the time of serialization matter. */
class Store {
  readonly items = new Map<number, Item>();
  next = 1;
}

const editors = new Capability('edit_items');
const batch = { batch: true };

@RestController('v1', '/items')
class ItemsController {
  readonly #store = new Store();

  @RestRoute('', HttpMethod.Post, editors, batch)
  create(@Param({ minLength: 2 }) title: string): RestResponse {
    const item = { id: this.#store.next++, title, changes: 0 };
    this.#store.items.set(item.id, item);
    return new RestResponse(item, 201, { Location: `/items/${item.id}` });
  }

  @RestRoute('/{id}', [HttpMethod.Put, HttpMethod.Patch], editors, batch)
  update(id: int, @Param({ minLength: 2 }) title: string): Item {
    const item = this.#existing(id);
    item.title = title;
    item.changes++;
    return item;
  }

  @RestRoute('/{id}', HttpMethod.Delete, new Capability('delete_items'), batch)
  remove(id: int): void {
    this.#existing(id);
    this.#store.items.delete(id);
  }

  @RestRoute('/broken', HttpMethod.Post, new PublicAccess(), batch)
  fail(): never {
    throw new Error('The method is broken.');
  }

  #existing(id: number): Item {
    const item = this.#store.items.get(id);
    if (item === undefined) throw new RestException('item_not_found', 'No such item.', 404);
    return item;
  }
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

interface Received {
  readonly status: number;
  readonly body: unknown;
  readonly location: unknown;
  readonly allow: unknown;
}

const COUNT = 400;
const BATCH = 25;

/** The same sequence for one seed: valid, invalid, denied, failing and unknown requests. */
function sequence(seed: number): readonly Sent[] {
  const next = random(seed);
  const id = () => 1 + Math.floor(next() * 60);
  const title = () => (next() < 0.15 ? 'x' : `Title ${Math.floor(next() * 1000)}`);
  const makers: readonly (() => Sent)[] = [
    () => ({ method: 'POST', path: '/acme/v1/items', body: { title: title() } }),
    () => ({ method: 'POST', path: '/acme/v1/items', body: {} }),
    () => ({ method: 'PUT', path: `/acme/v1/items/${id()}`, body: { title: title() } }),
    () => ({ method: 'PATCH', path: `/acme/v1/items/${id()}?title=In+the+query` }),
    () => ({ method: 'DELETE', path: `/acme/v1/items/${id()}` }),
    () => ({ method: 'DELETE', path: '/acme/v1/items' }),
    () => ({ method: 'POST', path: '/acme/v1/items/broken' }),
    () => ({ method: 'POST', path: `/acme/v1/unknown/${id()}` }),
    () => ({ method: 'PUT', path: '/acme/v1/items/%zz', body: { title: title() } }),
    () => ({ method: 'POST', path: '/acme/v1/items?_fields=id', body: { title: title() } }),
  ];
  return Array.from({ length: COUNT }, () => makers[Math.floor(next() * makers.length)]?.()).filter(
    (sent) => sent !== undefined,
  );
}

/** User 1 may do all, user 2 may not delete; the others are anonymous. The caller changes with each batch. */
function userOf(position: number): Readonly<Record<string, string>> {
  const user = Math.floor(position / BATCH) % 3;
  return signedAsUser(user === 0 ? undefined : user);
}

async function oneByOne(app: TestApplication, requests: readonly Sent[]): Promise<Received[]> {
  const received: Received[] = [];
  for (const [at, { method, path, body }] of requests.entries()) {
    const response = await app.fetch(method, `/api${path}`, {
      headers: {
        ...userOf(at),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { location, allow } = response.headers;
    if (isOfFastify(response.body)) {
      received.push({ ...MALFORMED_URL, location: belowApi(location), allow });
      continue;
    }
    const { status, body: data = null } = response;
    received.push({ status, body: data, location: belowApi(location), allow });
  }
  return received;
}

/** Fastify itself rejects the malformed URL of a client; the library rejects that of a request of a batch. */
function isOfFastify(body: unknown): boolean {
  return (body as { readonly code?: unknown } | undefined)?.code === 'FST_ERR_BAD_URL';
}

const MALFORMED_URL = {
  status: 400,
  body: {
    code: 'rest_invalid_url',
    message: 'The URL is malformed: percent-encoding.',
    data: { status: 400 },
  },
};

async function inBatches(app: TestApplication, requests: readonly Sent[]): Promise<Received[]> {
  const received: Received[] = [];
  for (let at = 0; at < requests.length; at += BATCH) {
    const { body } = await app.fetch('POST', '/api/batch/v1', {
      headers: { ...userOf(at), 'content-type': 'application/json' },
      body: JSON.stringify({ requests: requests.slice(at, at + BATCH) }),
    });
    const { responses } = body as {
      responses: readonly { status: number; body: unknown; headers: Record<string, unknown> }[];
    };
    for (const { status, body: data, headers } of responses) {
      const { Location: location, Allow: allow } = headers;
      received.push({ status, body: data, location: belowApi(location), allow });
    }
  }
  return received;
}

describe.each(ADAPTERS)('a random sequence of 1,000 requests on %s', (adapter) => {
  const options = { adapter, rest: { batch: true, ...fixtureUser } } as const;
  const single = useRoutes([ItemsController], options);
  const batched = useRoutes([ItemsController], options);

  test.each([1, 20_261_122])('has the same responses in batches of 25 (seed %i)', async (seed) => {
    const requests = sequence(seed);
    expect(requests).toHaveLength(COUNT);
    const expected = await oneByOne(single, requests);
    const statuses = new Set(expected.map(({ status }) => status));
    expect(statuses).toEqual(new Set([200, 201, 204, 400, 401, 403, 404, 500]));
    expect(await inBatches(batched, requests)).toEqual(expected);
  });
});
