import { HttpMethod, Param, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';

const integers = { type: 'object', additionalProperties: { type: 'integer' } } as const;
/** Nothing tells these apart: each reads a list to its end. */
const anyOf = Array.from({ length: 40 }, (_, at) => ({
  type: 'array' as const,
  items: { anyOf: [{ type: 'integer' as const, minimum: at + 1 }, integers] },
}));
let runs = 0;

@RestController('v1', '/alike')
class AlikeController {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  save(@Param({ schema: { anyOf } }) v: unknown): { readonly count: number } {
    runs++;
    return { count: (v as readonly unknown[]).length };
  }
}

describe.each(ADAPTERS)('alternatives that nothing tells apart on %s', (adapter) => {
  const app = useRoutes([AlikeController], { adapter, bodyLimit: 10_000_000 });
  const send = (v: readonly unknown[]) =>
    app.fetch('POST', '/api/acme/v1/alike', {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ v }),
    });
  const items = (count: number): object[] => Array.from({ length: count }, () => ({ a: 1 }));

  test('A value that each of many alternatives would read to its end is a 400, and an ordinary value is not', async () => {
    runs = 0;
    const wrong = await send([...items(100_000), { a: 'x' }]);
    expect([wrong.status, wrong.body]).toEqual([
      400,
      expect.objectContaining({
        data: expect.objectContaining({
          params: {
            v: 'v has too many parts to be compared with each alternative of its schema.',
          },
        }),
      }),
    ]);
    expect(runs).toBe(0);
    expect((await send(items(1000))).body).toEqual({ count: 1000 });
  });
});
