import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import fastifyHelmet from '@fastify/helmet';
import helmet from 'helmet';
import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { OpenApiModule, type OpenApiModuleOptions } from 'nestjs-rest-routes/openapi';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, type AdapterName, useRoutes } from '../support/application.js';

@RestController('v1', '/things')
class ThingsController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {
    return [];
  }
}

const FILES = [
  '/reference',
  '/reference/start.js',
  '/reference/swagger-ui.css',
  '/reference/swagger-ui-bundle.js',
  '/reference/swagger-ui-standalone-preset.js',
  '/reference/acme/v1.json',
];

const policyOf = async (adapter: AdapterName, options: OpenApiModuleOptions) => {
  const imports = [OpenApiModule.forRoot(options)];
  const app = await startRoutes([ThingsController], { adapter, imports });
  const { headers } = await app.fetch('GET', '/reference');
  await app.close();
  const directives = String(headers['content-security-policy']).split('; ');
  return new Map(directives.map((one) => [one.split(' ', 1)[0], one.split(' ').slice(1)]));
};

describe.each(ADAPTERS)('the API reference on %s', (adapter) => {
  const imports = [OpenApiModule.forRoot()];
  const app = useRoutes([ThingsController], { adapter, imports });

  test('The page of the API reference, its files and its documents have nosniff and a strict content security policy', async () => {
    for (const method of ['GET', 'HEAD']) {
      for (const path of FILES) {
        const { status, headers } = await app.fetch(method, path);
        expect({ path, status }).toEqual({ path, status: 200 });
        expect(headers['x-content-type-options']).toBe('nosniff');
        const policy = String(headers['content-security-policy']).split('; ');
        expect(policy).toContain("default-src 'none'");
        expect(policy).toContain("frame-ancestors 'none'");
        expect(policy.join()).not.toMatch(/unsafe|\*|https?:/);
      }
    }
  });

  test('The page of the API reference contains nothing that its policy forbids', async () => {
    const { text } = await app.fetch('GET', '/reference');
    for (const [, attributes, inside] of text.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
      expect(attributes).toMatch(/^ src="\/reference\/[\w.-]+"$/);
      expect(inside).toBe('');
    }
    expect(text.match(/<script/g)).toHaveLength(3);
    expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:|<base|<iframe|<object/i);
    const loaded = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url = '']) => url);
    for (const url of loaded) expect(url).toMatch(/^(?:\/reference\/[\w.-]+|data:,)$/);
  });

  test('The page of the API reference sends requests to the servers and the token endpoints only', async () => {
    const policy = await policyOf(adapter, {
      servers: [
        { url: '/' },
        { url: 'https://api.example.com/v1;script-src *' },
        { url: 'https://{tenant}.example.org/v1' },
        { url: "http://a b; script-src 'unsafe-inline'/" },
      ],
      securitySchemes: {
        oauth: {
          type: 'oauth2',
          flows: {
            clientCredentials: { tokenUrl: 'https://id.example.com:8443/token', scopes: {} },
          },
        },
      },
    });
    expect(policy.get('connect-src')?.toSorted()).toEqual([
      "'self'",
      'http:',
      'https:',
      'https://api.example.com',
      'https://id.example.com:8443',
    ]);
    expect(policy.get('script-src')).toEqual(["'self'"]);
  });

  test('The page of the API reference keeps the headers of helmet', async () => {
    const behind = await startRoutes([ThingsController], {
      adapter,
      imports,
      configure: async (nest) => {
        if (adapter === 'express') nest.use(helmet({ xContentTypeOptions: false }));
        else await (nest as NestFastifyApplication).register(fastifyHelmet);
      },
    });
    for (const path of FILES) {
      const { headers } = await behind.fetch('GET', path);
      expect(headers['content-security-policy']).toContain("style-src 'self' https:");
      expect(headers['content-security-policy']).not.toContain("default-src 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
    await behind.close();
  });
});
