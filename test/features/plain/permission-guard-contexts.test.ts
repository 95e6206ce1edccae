import { Controller, Injectable, UseGuards, type ExecutionContext } from '@nestjs/common';
import { ExternalContextCreator } from '@nestjs/core';
import { PermissionGuard, PublicAccess, RequirePermission } from 'nestjs-rest-routes';
import { lastValueFrom } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { freePort } from '../../support/free-port.mjs';
import { startRoutes } from '../../support/application.js';
import { loudly } from '../../support/skip-loudly.js';
import { microservices, type Microservices } from './support/other-contexts.js';

// Without the usual parts: these contexts have no request of HTTP.

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

const NOT_INSTALLED = 'run npm ci: the packages are development dependencies';

describe.skipIf(loudly(microservices === undefined, 'microservices', NOT_INSTALLED))(
  'In a microservice',
  () => {
    test('a handler under PermissionGuard is not called, and the log says why', () =>
      callsMicroservice(microservices as Microservices));
  },
);

async function callsMicroservice({
  ClientProxyFactory,
  MessagePattern,
  Transport,
}: Microservices): Promise<void> {
  const calls: string[] = [];
  const errors: string[] = [];
  @Controller()
  @UseGuards(PermissionGuard)
  @RequirePermission(new PublicAccess())
  class Handlers {
    @MessagePattern('list') list(): string {
      calls.push('list');
      return 'Tom';
    }
  }

  const transport = {
    transport: Transport.TCP,
    options: { host: '127.0.0.1', port: await freePort() },
  };
  const nothing = () => undefined;
  const error = (text: unknown) => errors.push(String(text));
  const app = await startRoutes([], {
    adapter: 'express',
    controllers: [Handlers],
    create: { logger: { log: nothing, warn: nothing, error } },
    configure: async (nest) => {
      nest.connectMicroservice(transport as never);
      await nest.startAllMicroservices();
    },
  });
  const client = ClientProxyFactory.create(transport);
  await expect(lastValueFrom(client.send('list', {}))).rejects.toMatchObject({
    message: 'Internal server error',
  });
  expect(calls).toEqual([]);
  expect(errors.join()).toContain('PermissionGuard is for HTTP, and Handlers.list was called');
  await client.close();
  await app.close();
}
