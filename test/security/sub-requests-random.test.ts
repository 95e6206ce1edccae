import fc from 'fast-check';
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
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';

const writing = [HttpMethod.Post, HttpMethod.Put];

@RestController('v1', '/things')
class ThingsController {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(@Param({ minimum: 1 }) id: int): { readonly id: number } {
    return { id };
  }

  @RestRoute('/{id}', writing, new Capability('edit'), { batch: true })
  save(
    @Param({ minimum: 1 }) id: int,
    @Param({ minLength: 2 }) title: string,
  ): RestResponse<object> {
    return new RestResponse({ id, text: title }, 201, { Location: `/things/${id}` });
  }

  @RestRoute('/{id}', HttpMethod.Delete, new PublicAccess(), { batch: true })
  remove(@Param({ minimum: 1 }) id: int): object | undefined {
    return id === 1 ? undefined : { removed: id };
  }

  @RestRoute('/{id}/hidden', HttpMethod.Post, new PublicAccess())
  hidden(@Param({ minimum: 1 }) id: int): object {
    return { hidden: id };
  }
}

@RestController('v1', '/links')
class LinksController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  link(to: string): RestResponse {
    return new RestResponse({ ok: true }).link('to', to, { embeddable: true });
  }
}

/** Denies by path, by credentials and by the text of a query, each in its own way. */
function protect(
  { url = '', headers }: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  const deny = (status: number, type: string, text: string): void => {
    response.statusCode = status;
    response.setHeader('Content-Type', type);
    response.end(text);
  };
  if (/\/things\/3\b/.test(url)) return deny(403, 'text/plain', 'No.');
  if (/\/things\/4\b/.test(url)) return deny(418, 'application/json', '{"code":"teapot"}');
  if (headers.authorization === 'Bearer blocked' && url.includes('/things/5')) {
    return deny(429, 'text/html', '<p>Later.</p>');
  }
  next();
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: object | undefined;
  readonly authorization: string | undefined;
}

const arbitraryPath = fc
  .tuple(
    fc.constantFrom('1', '2', '3', '4', '5', '0', 'x', '%zz', '7/hidden', '3/none', ''),
    fc.constantFrom('', '?title=ok', '?title=x', '?_fields=id', '?id=9&x[]=1', '?%zz'),
  )
  .map(([name, query]) => `/acme/v1/things/${name}${query}`);
const arbitraryRequest: fc.Arbitrary<Sent> = fc.record({
  method: fc.constantFrom('POST', 'PUT', 'DELETE', 'PATCH'),
  path: arbitraryPath,
  body: fc.constantFrom(undefined, {}, { title: 'Momo' }, { title: 'M' }, { title: [1], id: 8 }),
  authorization: fc.constantFrom(undefined, 'Bearer editor', 'Bearer blocked'),
});

const RUNS = 150;

describe.each(ADAPTERS)('random sub-requests on %s', (adapter) => {
  const app = useRoutes([ThingsController, LinksController], {
    adapter,
    rest: {
      batch: true,
      user: ({ headers }) =>
        headers.authorization === 'Bearer editor' ? { capabilities: ['edit'] } : undefined,
    },
    configure: (nest) => {
      nest.use(protect);
    },
  });
  const json = { 'Content-Type': 'application/json' };
  const callerOf = ({ authorization }: Pick<Sent, 'authorization'>) =>
    authorization === undefined ? {} : { Authorization: authorization };

  /** A response without JSON becomes an error of the library with its status. */
  const outcome = (status: number, body: unknown): unknown => {
    const { code, data } = (body ?? {}) as { readonly code?: string; readonly data?: object };
    // Fastify itself rejects a malformed URL of a client.
    if (code === 'FST_ERR_BAD_URL') return { status, code: 'rest_invalid_url', data: { status } };
    return status >= 400 ? { status, code, data } : { status, body };
  };

  test('A random request of a batch has the status and the body of the direct request of its caller.', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryRequest, async (sent) => {
        const { method, path, body = {} } = sent;
        const direct = await app.fetch(method, `/api${path}`, {
          headers: { ...json, ...callerOf(sent) },
          body: JSON.stringify(body),
        });
        const batch = await app.fetch('POST', '/api/batch/v1', {
          headers: { ...json, ...callerOf(sent) },
          body: JSON.stringify({ requests: [{ method, path, body }] }),
        });
        const { responses } = batch.body as { responses: { status: number; body: unknown }[] };
        const [item] = responses;
        if (item === undefined) throw new Error(batch.text);
        const { code } = (item.body ?? {}) as { readonly code?: string };
        // A route that allows no batches says so, and has passed what is bound to its path.
        if (code === 'rest_batch_not_allowed') {
          expect(path).toContain('hidden');
          return;
        }
        expect(item.status).toBe(direct.status);
        if (typeof direct.body !== 'object' && direct.status >= 400) return;
        expect(outcome(item.status, item.body)).toEqual(
          outcome(direct.status, direct.body ?? null),
        );
      }),
      { numRuns: RUNS },
    );
  });

  test('A random embedded link has the body of the direct request of its caller.', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryRequest, async (sent) => {
        const headers = callerOf(sent);
        const direct = await app.fetch('GET', `/api${sent.path}`, { headers });
        const query = `to=${encodeURIComponent(sent.path)}&_embed`;
        const whole = await app.fetch('GET', `/api/acme/v1/links?${query}`, { headers });
        const { _embedded: embedded } = whole.body as {
          readonly _embedded?: { readonly to: readonly [unknown] };
        };
        const [item] = embedded?.to ?? [];
        const { status } = direct;
        if (status < 400) expect(item).toEqual(direct.body);
        else if (status === 418) expect(item).toEqual({ code: 'teapot' });
        else if (typeof direct.body !== 'object') expect(item).toMatchObject({ data: { status } });
        else expect(outcome(status, item)).toEqual(outcome(status, direct.body));
      }),
      { numRuns: RUNS },
    );
  });
});
