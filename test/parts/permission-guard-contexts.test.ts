import { Injectable, UseGuards, type ExecutionContext } from '@nestjs/common';
import { ExternalContextCreator } from '@nestjs/core';
import { PermissionGuard, PublicAccess, RequirePermission } from 'nestjs-rest-routes';
import { expect, test } from 'vitest';
import { startRoutes } from '../support/application.js';

/** A provider, as the resolvers of GraphQL are. */
@Injectable()
@UseGuards(PermissionGuard)
class CatsResolver {
  @RequirePermission(new PublicAccess())
  list() {
    return ['Tom'];
  }
}

/** Calls the handler as a package for another kind of context does. */
async function callAs(type: string): Promise<unknown> {
  const app = await startRoutes([CatsResolver], { adapter: 'express' });
  try {
    const resolver = app.nest.get(CatsResolver);
    const handler = app.nest
      .get(ExternalContextCreator)
      .create(
        resolver,
        resolver.list,
        'list',
        undefined,
        undefined,
        undefined,
        undefined,
        undefined,
        type,
      );
    return await handler({}, {}, () => undefined);
  } finally {
    await app.close();
  }
}

test.each(['graphql', 'ws', 'rpc'])(
  'PermissionGuard never lets a call in a %s context pass, public handlers included',
  async (type) => {
    await expect(callAs(type)).rejects.toThrow(
      `PermissionGuard is for HTTP, and CatsResolver.list was called in a context of the type "${type}".`,
    );
  },
);

test('PermissionGuard denies a handler for HTTP that belongs to no controller', async () => {
  await expect(callAs('http')).rejects.toMatchObject({ code: 'rest_forbidden' });
});

test('a guard that the application makes itself says that Nest must make it', () => {
  const guard = new PermissionGuard();
  expect(() => guard.canActivate({} as ExecutionContext)).toThrow('let Nest create the guard');
});
