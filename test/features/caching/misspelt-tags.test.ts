import { Controller, Get, UseInterceptors } from '@nestjs/common';
import {
  Cache,
  HttpMethod,
  PublicAccess,
  RestCache,
  RestCacheInterceptor,
  RestController,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, type RoutesOptions } from '../../support/application.js';

const OPEN = new PublicAccess();

@RestController('v1', '/events')
class EventsController {
  @Cache({ ttl: '5m', tags: ['events', 'years-2026'] })
  @RestRoute('', HttpMethod.Get, OPEN)
  list() {
    return [];
  }

  @Cache({ ttl: '5m' })
  @RestRoute('/count', HttpMethod.Get, OPEN)
  count() {
    return 1;
  }
}

@RestController('v1', '/places')
class PlacesController {
  @Cache<{ id: int }>({ ttl: '5m', tags: ({ id }) => [`place-${id}`] })
  @RestRoute('/{id}', HttpMethod.Get, OPEN)
  one(id: int) {
    return { id };
  }
}

@Controller('plain')
@UseInterceptors(RestCacheInterceptor)
class PlainController {
  @Cache({ ttl: '5m', vary: 'none', tags: ['pictures'] })
  @Get()
  list() {
    return [];
  }
}

describe.each(ADAPTERS)('a purge by a tag on %s', (adapter) => {
  const purged = async (
    tags: readonly (readonly string[])[],
    controllers: Parameters<typeof startRoutes>[0] = [EventsController],
    more: Pick<RoutesOptions, 'controllers'> = {},
  ) => {
    const warnings: string[] = [];
    const nothing = () => undefined;
    const logger = {
      log: nothing,
      error: nothing,
      warn: (text: string) => void warnings.push(text),
    };
    const app = await startRoutes(controllers, { adapter, ...more, create: { logger } });
    const cache = app.nest.get(RestCache);
    for (const some of tags) expect(await cache.purgeTags(...some)).toBe(true);
    await app.close();
    return warnings.filter((text) => text.startsWith('RestCache.purgeTags'));
  };

  test('that no response has, and that is almost one of theirs, is logged once', async () => {
    expect(await purged([['event', 'evnets'], ['event'], ['events']])).toEqual([
      'RestCache.purgeTags: no response has the tag "event", so nothing is purged. Did you mean "events"?',
      'RestCache.purgeTags: no response has the tag "evnets", so nothing is purged. Did you mean "events"?',
    ]);
  });

  test('of responses of plain handlers is known, and logged if it is misspelt', async () => {
    expect(
      await purged([['pictures'], ['picture']], [EventsController], {
        controllers: [PlainController],
      }),
    ).toEqual([
      'RestCache.purgeTags: no response has the tag "picture", so nothing is purged. Did you mean "pictures"?',
    ]);
  });

  test('that another route or process may have is not logged', async () => {
    expect(await purged([['events', 'places'], ['years-2027'], []])).toEqual([]);
  });

  test('is not logged if a function makes tags, which may be any', async () => {
    expect(await purged([['event']], [EventsController, PlacesController])).toEqual([]);
  });
});
