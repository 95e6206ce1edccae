import {
  Capability,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestResponse,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { comparable, readLines, type Exchange } from '../../conformance/recordings.js';
import { ADAPTERS, useRoutes } from '../../support/application.js';
import { fixtureUser, signedAsUser } from '../../support/fixture-user.js';
import { belowApi } from '../../support/location.js';

const exchanges = readLines<Exchange>('./library.jsonl').filter(({ group }) => group === 'batch');

const editors = new Capability('edit_items');
const batch = { batch: true };

@RestController('v1', '/books')
class BooksController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(): readonly string[] {
    return [];
  }

  @RestRoute('', HttpMethod.Post, editors, batch)
  create(@Param({ minLength: 2 }) title: string, author: int = 3): RestResponse {
    return new RestResponse({ id: 9, title, author }, 201, { Location: '/books/9' });
  }

  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int): object {
    return { id };
  }

  @RestRoute('/{id}', [HttpMethod.Put, HttpMethod.Patch], editors, batch)
  update(id: int, @Param({ minLength: 2 }) title: string): object {
    return { id, title };
  }

  @RestRoute('/{id}', HttpMethod.Delete, new Capability('delete_items'), batch)
  remove(id: int): void {}
}

@RestController('v1', '/covers')
class CoversController {
  @RestRoute('', [HttpMethod.Post, HttpMethod.Put], new PublicAccess())
  create(@Param({ minLength: 2 }) title: string): object {
    return { title };
  }
}

interface Part {
  readonly body: unknown;
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Errors without their texts, and `Allow` as a list. */
function comparableBatch(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('responses' in body)) return comparable(body);
  const { responses, ...others } = body as { readonly responses: readonly (Part | null)[] };
  return {
    ...others,
    responses: responses.map((part) => (part === null ? null : comparablePart(part))),
  };
}

function comparablePart({ body, status, headers }: Part): Part {
  const { Allow: allow, Location: location } = headers;
  const list = typeof allow === 'string' ? allow.split(', ').toSorted() : allow;
  return {
    body: comparable(body),
    status,
    headers: {
      ...headers,
      ...(allow === undefined ? {} : { Allow: list }),
      // WordPress sends what the method states; a `Location` of the library is relative to the API.
      ...(location === undefined ? {} : { Location: belowApi(location) }),
    },
  };
}

test('the recorded exchanges exist', () => {
  expect(exchanges.length).toBeGreaterThan(15);
});

describe.each(ADAPTERS)('batches on %s, as WordPress responds', (adapter) => {
  const app = useRoutes([BooksController, CoversController], {
    adapter,
    rest: { namespace: 'lib', batch: true, ...fixtureUser },
  });

  test.each(exchanges)('$id $method $path $body', async (exchange) => {
    const { method, path, user, headers, body, expect: expected } = exchange;
    const response = await app.fetch(method, `/api${path}`, {
      headers: { ...headers, ...signedAsUser(user) },
      ...(body === undefined ? {} : { body }),
    });
    expect({
      status: response.status,
      allow: response.headers.allow?.split(', ').toSorted(),
      body: comparableBatch(response.body),
    }).toEqual({
      status: expected.status,
      allow: expected.allow?.toSorted(),
      body: emptyObjects(comparableBatch(expected.body)),
    });
  });
});

/** PHP writes an empty object as a list: the properties of `body` and `headers` in OPTIONS. */
function emptyObjects(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body).replaceAll('"properties":[]', '"properties":{}'));
}
