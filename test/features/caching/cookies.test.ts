import fastifyCookie from '@fastify/cookie';
import { Controller, Get, Res, UseInterceptors, type LoggerService } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  Cache,
  PublicAccess,
  RequirePermission,
  RestCacheInterceptor,
  RestController,
  RestRoute,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes } from '../../support/application.js';

interface CookieResponse {
  cookie(name: string, value: string): void;
}

let runs = 0;

@RestController('v1', '/cookies')
class CookiesController {
  @Cache({ ttl: '1h', vary: 'none' })
  @RestRoute('', 'GET', new PublicAccess())
  set(@Res({ passthrough: true }) response: CookieResponse) {
    response.cookie('seen', String(++runs));
    return { runs };
  }
}

@Controller('plain')
@UseInterceptors(RestCacheInterceptor)
@RequirePermission(new PublicAccess())
class PlainController {
  @Get()
  @Cache({ ttl: '1h', vary: 'none' })
  set(@Res({ passthrough: true }) response: CookieResponse) {
    response.cookie('seen', String(++runs));
    return { runs };
  }
}

describe.each(ADAPTERS)('a cached method on %s', (adapter) => {
  test.each(['/api/acme/v1/cookies', '/plain'])(
    'that sets a cookie on the response of the adapter sets it for every caller: %s',
    async (path) => {
      const lines: string[] = [];
      const write = (text: unknown) => void lines.push(String(text));
      const logger: LoggerService = { log: write, warn: write, error: write };
      const app = await startRoutes([CookiesController], {
        adapter,
        controllers: [PlainController],
        configure: async (nest) => {
          nest.useLogger(logger);
          if (adapter === 'fastify') await (nest as NestFastifyApplication).register(fastifyCookie);
        },
      });
      const responses = [await app.fetch('GET', path), await app.fetch('GET', path)];
      const cookies = responses.map(({ headers }) =>
        /seen=\d+/.exec(String(headers['set-cookie'])),
      );
      expect(new Set(cookies.map(String)).size).toBe(2);
      expect(cookies).not.toContain(null);
      // On a plain controller, a response with cookies is one that is not stored, and no mistake.
      const warnings = lines.filter((line) => /is not cached: .* sets set-cookie/.test(line));
      expect(warnings).toHaveLength(path === '/plain' ? 0 : 1);
      await app.close();
    },
  );
});
