import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  RestRoutes,
  type ParamOptions,
} from 'nestjs-rest-routes';
import { openApiDocument } from 'nestjs-rest-routes/openapi';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, useRoutes } from '../support/application.js';

function takes(options: ParamOptions): new () => object {
  @RestController('v1', '/patterns')
  class PatternsController {
    @RestRoute('', HttpMethod.Post, new PublicAccess())
    read(@Param({ name: 'value', ...options }) value: unknown) {
      return { value };
    }
  }
  return PatternsController;
}

const LOOKAHEAD = '^(?=.*[0-9])[a-z0-9]+$';
const UNSEARCHABLE: readonly (readonly [string, ParamOptions])[] = [
  ['a pattern', { type: 'string', pattern: LOOKAHEAD }],
  ['an expression', { type: 'string', pattern: /^(a)\1$/ }],
  ['a pattern of a schema', { schema: { type: 'string', pattern: LOOKAHEAD } }],
  [
    'a pattern within a schema',
    { schema: { type: 'array', items: { type: 'string', pattern: '(?:[ab]{40}){40}' } } },
  ],
  ['the pattern of a name', { schema: { type: 'object', patternProperties: { [LOOKAHEAD]: {} } } }],
];

describe.each(ADAPTERS)('on %s', (adapter) => {
  test.each(UNSEARCHABLE)('%s that a text may take too long is RR1051', async (_title, options) => {
    await expect(startRoutes([takes(options)], { adapter })).rejects.toThrow(
      /RR1051: a pattern may take too long on some texts .*patternIsTrusted: true/s,
    );
  });

  describe('a pattern that the developer vouches for', () => {
    const app = useRoutes(
      [
        takes({
          schema: {
            type: 'object',
            properties: { a: { type: 'string', pattern: LOOKAHEAD, patternIsTrusted: true } },
            patternProperties: { '^(?!b)': { type: 'integer' } },
            additionalProperties: false,
            patternIsTrusted: true,
          },
        }),
      ],
      { adapter },
    );
    const statusOf = async (value: unknown): Promise<number> => {
      const body = JSON.stringify({ value });
      const headers = { 'content-type': 'application/json' };
      return (await app.fetch('POST', '/api/acme/v1/patterns', { body, headers })).status;
    };

    test('is run as it is', async () => {
      expect(await statusOf({ a: 'abc1', c: 1 })).toBe(200);
      expect(await statusOf({ a: 'abc' })).toBe(400);
      expect(await statusOf({ b: 1 })).toBe(400);
    });

    test('is published without that', async () => {
      const { text } = await app.fetch('OPTIONS', '/api/acme/v1/patterns');
      expect(text).toContain('"pattern":"^(?=');
      expect(text).not.toContain('patternIsTrusted');
      const routes = await app.nest.get(RestRoutes).list();
      const document = JSON.stringify(openApiDocument(routes));
      expect(document).toContain('"pattern":"^(?=');
      expect(document).not.toContain('patternIsTrusted');
    });
  });
});
