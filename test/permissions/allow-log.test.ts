import { ForbiddenException, NotFoundException, type LoggerService } from '@nestjs/common';
import {
  Callback,
  HttpMethod,
  PublicAccess,
  RestController,
  RestException,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { beforeEach, describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';

const BROKEN = new Error('The policy is broken.');

@RestController('v1', '/albums')
class AlbumsController {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int) {
    return { id };
  }

  @RestRoute('/{id}', HttpMethod.Put, new Callback(AlbumsController.mayEdit))
  edit(id: int) {
    return { id };
  }

  @RestRoute('/{id}', HttpMethod.Delete, new Callback(AlbumsController.mayRemove))
  remove(id: int) {}

  @RestRoute('/{id}', HttpMethod.Post, new Callback(AlbumsController.mayRestore))
  restore(id: int) {}

  @RestRoute('/{id}/songs', HttpMethod.Get, new PublicAccess())
  songs(id: int) {
    return [];
  }

  @RestRoute('/{id}/songs', HttpMethod.Post, new Callback(AlbumsController.broken))
  addSong(id: int) {}

  static mayEdit(id: int): boolean {
    throw new RestException('album_locked', `Album ${id} is locked.`, 403);
  }

  static async mayRemove(id: int): Promise<boolean> {
    await Promise.resolve();
    throw new NotFoundException(`There is no album ${id}.`);
  }

  static mayRestore(id: int): boolean {
    throw new ForbiddenException();
  }

  static broken(id: int): boolean {
    throw BROKEN;
  }
}

/** What reaches the logger of the application from warnings on. */
const logged: unknown[][] = [];
const logger: LoggerService = {
  log: () => undefined,
  error: (...args: unknown[]) => void logged.push(args),
  warn: (...args: unknown[]) => void logged.push(args),
};

describe.each(ADAPTERS)('the log of Allow on %s', (adapter) => {
  const app = useRoutes([AlbumsController], { adapter, create: { logger } });
  beforeEach(() => void (logged.length = 0));

  test('a permission that throws an exception for the client denies its method and writes nothing to the log', async () => {
    for (const method of ['GET', 'GET', 'OPTIONS']) {
      const { status, headers } = await app.fetch(method, '/api/acme/v1/albums/7');
      expect([status, headers['allow']]).toEqual([200, 'GET']);
    }
    const { status, body } = await app.fetch('PUT', '/api/acme/v1/albums/7');
    expect([status, body]).toMatchObject([403, { code: 'album_locked' }]);
    expect(logged).toEqual([]);
  });

  test('a permission that fails denies its method, and is a warning', async () => {
    const { status, headers } = await app.fetch('GET', '/api/acme/v1/albums/7/songs');
    expect([status, headers['allow']]).toEqual([200, 'GET']);
    expect(logged).toHaveLength(1);
  });
});
