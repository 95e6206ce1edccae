import { Catch, Controller, Injectable, UseFilters, type ArgumentsHost } from '@nestjs/common';
import { APP_FILTER, ExternalContextCreator } from '@nestjs/core';
import { once } from 'node:events';
import { lastValueFrom } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { RestException, RestExceptionFilter } from 'nestjs-rest-routes';
import { freePort } from '../../support/free-port.mjs';
import { startApplication } from '../../support/application.js';
import { loudly } from '../../support/skip-loudly.js';
import {
  microservices,
  webSockets,
  type Microservices,
  type WebSockets,
} from './support/other-contexts.js';

// Without the usual parts: these contexts have no request of HTTP.

const LOCKED = new RestException('thing_locked', 'The thing is locked.', 409);

/** Handlers of every kind of context fail alike. */
class Failing {
  known(): never {
    throw LOCKED;
  }

  unknown(): never {
    throw new TypeError('secret');
  }
}

@Catch()
class PassingFilter extends RestExceptionFilter {
  override catch(exception: unknown, host: ArgumentsHost): unknown {
    return super.catch(exception, host);
  }
}

const FILTERS = [RestExceptionFilter, PassingFilter];

describe.each(FILTERS)('%s in a GraphQL context', (filter) => {
  test.each(['known', 'unknown'] as const)('hands on an error that is %s', async (name) => {
    @Injectable()
    @UseFilters(filter)
    class Resolver extends Failing {}
    const app = await startApplication({ providers: [Resolver] }, { adapter: 'express' });
    const resolver = app.nest.get(Resolver);
    const creator = app.nest.get(ExternalContextCreator);
    const none = undefined;
    const field = creator.create(
      resolver,
      resolver[name],
      name,
      none,
      none,
      none,
      none,
      none,
      'graphql',
    );
    await expect(field({}, {}, {}, {})).rejects.toThrow(
      name === 'known' ? 'The thing is locked.' : 'secret',
    );
    await app.close();
  });
});

const NOT_INSTALLED = 'run npm ci: the packages are development dependencies';

describe.skipIf(loudly(microservices === undefined, 'microservices', NOT_INSTALLED))(
  'In a microservice',
  () => {
    test.each(FILTERS)('the error reaches the caller as without %s as APP_FILTER', (filter) =>
      callsMicroservice(filter, microservices as Microservices),
    );
  },
);

async function callsMicroservice(
  filter: typeof RestExceptionFilter,
  { ClientProxyFactory, MessagePattern, RpcException, Transport }: Microservices,
): Promise<void> {
  @Controller()
  class Handlers extends Failing {
    @MessagePattern('known') override known(): never {
      return super.known();
    }
    @MessagePattern('unknown') override unknown(): never {
      return super.unknown();
    }
    @MessagePattern('rpc') rpc(): never {
      throw new RpcException('for the caller');
    }
  }

  const transport = {
    transport: Transport.TCP,
    options: { host: '127.0.0.1', port: await freePort() },
  };
  const app = await startApplication(
    { controllers: [Handlers], providers: [{ provide: APP_FILTER, useClass: filter }] },
    {
      adapter: 'express',
      configure: async (nest) => {
        nest.connectMicroservice(transport as never, { inheritAppConfig: true });
        await nest.startAllMicroservices();
      },
    },
  );
  const client = ClientProxyFactory.create(transport);
  const answer = (pattern: string): Promise<unknown> =>
    lastValueFrom(client.send(pattern, {})).catch((error: unknown) => error);
  expect(await answer('rpc')).toMatchObject({ message: 'for the caller' });
  expect(await answer('known')).toMatchObject({ message: 'Internal server error' });
  expect(await answer('unknown')).toMatchObject({ message: 'Internal server error' });
  expect((await app.fetch('GET', '/nowhere')).body).toMatchObject({ code: 'rest_no_route' });
  await client.close();
  await app.close();
}

describe.skipIf(loudly(webSockets === undefined, 'WebSockets', NOT_INSTALLED))(
  'On a WebSocket gateway',
  () => {
    test.each(FILTERS)('%s sends the event "exception" as Nest does', (filter) =>
      callsGateway(filter, webSockets as WebSockets),
    );

    test.each(FILTERS)('%s sends it to a client of Socket.IO by emit', (filter) =>
      callsClient(filter, webSockets as WebSockets),
    );
  },
);

async function callsGateway(
  filter: typeof RestExceptionFilter,
  { SubscribeMessage, WebSocket, WebSocketGateway, WsAdapter, WsException }: WebSockets,
): Promise<void> {
  @WebSocketGateway()
  @UseFilters(filter)
  class Gateway extends Failing {
    @SubscribeMessage('known') override known(): never {
      return super.known();
    }
    @SubscribeMessage('unknown') override unknown(): never {
      return super.unknown();
    }
    @SubscribeMessage('ws') ws(): never {
      throw new WsException('for the client');
    }
    @SubscribeMessage('object') object(): never {
      throw new WsException({ reason: 'an object' });
    }
  }
  const app = await startApplication(
    { providers: [Gateway] },
    {
      adapter: 'express',
      configure: (nest) => void nest.useWebSocketAdapter(new WsAdapter(nest)),
    },
  );
  const socket = new WebSocket(app.url.replace('http', 'ws'));
  await once(socket, 'open');
  const answer = async (event: string): Promise<unknown> => {
    socket.send(JSON.stringify({ event, data: { n: 1 } }));
    const [message] = (await once(socket, 'message')) as [Buffer];
    return JSON.parse(String(message));
  };
  const error = (pattern: string, message: string): object => ({
    event: 'exception',
    data: { status: 'error', message, cause: { pattern, data: { n: 1 } } },
  });
  expect(await answer('ws')).toEqual(error('ws', 'for the client'));
  expect(await answer('known')).toEqual(error('known', 'Internal server error'));
  expect(await answer('unknown')).toEqual(error('unknown', 'Internal server error'));
  expect(await answer('object')).toEqual({ event: 'exception', data: { reason: 'an object' } });
  socket.close();
  await app.close();
}

function callsClient(filter: typeof RestExceptionFilter, { WsException }: WebSockets): void {
  const events: unknown[] = [];
  const client = { emit: (...event: unknown[]) => events.push(event) };
  const host = {
    getType: () => 'ws',
    switchToWs: () => ({ getClient: () => client, getData: () => 1, getPattern: () => 'one' }),
  } as unknown as ArgumentsHost;
  new filter().catch(new WsException('No.'), host);
  expect(events).toEqual([
    ['exception', { status: 'error', message: 'No.', cause: { pattern: 'one', data: 1 } }],
  ]);
}
