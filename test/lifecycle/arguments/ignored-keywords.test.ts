import { HttpMethod, Param, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';

const SIZE = {
  type: 'object',
  readonly: true,
  context: ['view'],
  patternProperties: [],
  properties: {
    width: { type: 'integer', readonly: true, context: ['view', 'edit'], format: 'date-time' },
    name: { type: 'string', minimum: 3, example: 'a', deprecated: true, arg_options: { x: null } },
  },
} as const;

/** TypeScript expects functions in these places, unless the schema is constant. */
const INHERITED = {
  type: 'object',
  properties: { constructor: { type: 'integer', required: true }, toString: { type: 'string' } },
  additionalProperties: false,
} as const;

@RestController('v1', '/ignored')
class IgnoredController {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(
    // As an import reads it from an index, where PHP writes an empty object as an empty list.
    @Param({ schema: SIZE as object }) size?: unknown,
    @Param({ schema: { $schema: 'x', type: 'integer', format: 'uri' } }) n?: unknown,
    @Param({ schema: { minimum: 3, pattern: '^a' } }) any?: unknown,
  ) {
    return { size, n, any };
  }

  @RestRoute('/inherited', HttpMethod.Post, new PublicAccess())
  inherited(@Param({ schema: INHERITED }) value: unknown) {
    return { value };
  }
}

describe.each(ADAPTERS)('a schema as data on %s', (adapter) => {
  const app = useRoutes([IgnoredController], { adapter });
  const post = (body: object, path = '') =>
    app.fetch('POST', `/api/acme/v1/ignored${path}`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  test('validates as if what WordPress ignores were not there', async () => {
    const sent = { size: { width: '7', name: 'ab', other: 1 }, n: 5, any: 'b' };
    expect((await post(sent)).body).toEqual({ ...sent, size: { ...sent.size, width: 7 } });
    expect((await post({ any: 1 })).body).toEqual({ any: 1 });
    expect((await post({ size: { width: 'x' } })).status).toBe(400);
    expect((await post({ n: 'x' })).status).toBe(400);
  });

  test('may name what every object inherits', async () => {
    const send = async (value: object) => (await post({ value }, '/inherited')).body;
    const sent = { constructor: '7', toString: 'x' };
    expect(await send(sent)).toEqual({ value: { ...sent, constructor: 7 } });
    for (const value of [{}, { constructor: 'x' }, { ...sent, valueOf: 1 }])
      expect(await send(value)).toMatchObject({ code: 'rest_invalid_param' });
    const { body } = await app.fetch('OPTIONS', '/api/acme/v1/ignored/inherited');
    expect(JSON.stringify(body)).toContain('"constructor":{"type":"integer","required":true}');
  });

  test('is shown as WordPress shows it: what it does not know of inner schemas alone', async () => {
    const { body } = await app.fetch('OPTIONS', '/api/acme/v1/ignored');
    const { readonly: _readonly, context: _context, ...size } = SIZE;
    expect(body).toMatchObject({ endpoints: [{ args: { size, n: { format: 'uri' } } }] });
    const { args } = (body as { endpoints: [{ args: Record<string, object> }] }).endpoints[0];
    expect(args['size']).not.toHaveProperty('readonly');
    expect(args['size']).not.toHaveProperty('context');
    expect(args['n']).not.toHaveProperty('$schema');
  });
});
