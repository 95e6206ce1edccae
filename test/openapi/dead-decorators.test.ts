import type { LoggerService } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiExcludeEndpoint,
  ApiExtension,
  ApiHeader,
  ApiOperation,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes } from '../support/application.js';

@RestController('v1', '/items')
@ApiTags('Items')
@ApiBearerAuth()
class ItemsController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  @ApiOperation({ summary: 'Lists.' })
  @ApiResponse({ status: 409 })
  @ApiHeader({ name: 'x-tenant' })
  @ApiExtension('x-a', { b: 1 })
  list(): string[] {
    return [];
  }
  @RestRoute('/excluded', HttpMethod.Get, new PublicAccess())
  @ApiExcludeEndpoint()
  excluded(): string[] {
    return [];
  }
}

@RestController('v1', '/others')
class OthersController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(): string[] {
    return [];
  }
}

describe.each(ADAPTERS)('decorators of @nestjs/swagger on routes on %s', (adapter) => {
  const warningsOf = async (...controllers: (new () => object)[]) => {
    const warnings: string[] = [];
    const nothing = () => undefined;
    const logger: LoggerService = {
      log: nothing,
      error: nothing,
      warn: (text: string) => void warnings.push(text),
    };
    const app = await startRoutes(controllers, { adapter, create: { logger } });
    await app.close();
    return warnings.filter((text) => text.includes('RR1077')).join('\n');
  };

  test('that have no effect are named at startup, by class and method', async () => {
    const text = await warningsOf(ItemsController);
    for (const name of ['@ApiTags', '@ApiSecurity', '@ApiOperation', '@ApiResponse', '@ApiHeader'])
      expect(text).toContain(name);
    expect(text).toContain('@ApiExtension');
    expect(text).toContain('ItemsController.list');
    expect(text).not.toContain('excluded');
  });

  test('cause no warning if there are none', async () => {
    expect(await warningsOf(OthersController)).toBe('');
  });
});
