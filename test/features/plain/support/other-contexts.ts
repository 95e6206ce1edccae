import type { INestApplication, WebSocketAdapter } from '@nestjs/common';
import type { EventEmitter } from 'node:events';
import type { Observable } from 'rxjs';

type Exception = new (error: string | object) => Error;

/** What the tests use of @nestjs/microservices. */
export interface Microservices {
  readonly ClientProxyFactory: {
    create(options: object): {
      send(pattern: string, data: object): Observable<unknown>;
      close(): unknown;
    };
  };
  readonly MessagePattern: (pattern: string) => MethodDecorator;
  readonly RpcException: Exception;
  readonly Transport: { readonly TCP: number };
}

/** What the tests use of @nestjs/websockets and @nestjs/platform-ws, and the client of the package ws. */
export interface WebSockets {
  readonly SubscribeMessage: (event: string) => MethodDecorator;
  readonly WebSocketGateway: () => ClassDecorator;
  readonly WsException: Exception;
  readonly WsAdapter: new (app: INestApplication) => WebSocketAdapter;
  readonly WebSocket: new (url: string) => EventEmitter & {
    send(text: string): void;
    close(): void;
  };
}

/** The packages; `undefined` where a checkout has not installed them yet. */
export const microservices = await load<Microservices>('@nestjs/microservices');
export const webSockets = await load<WebSockets>('@nestjs/websockets', '@nestjs/platform-ws', 'ws');

async function load<Packages>(...names: readonly string[]): Promise<Packages | undefined> {
  try {
    const modules = await Promise.all(names.map((name) => import(name) as Promise<object>));
    return Object.assign({}, ...modules) as Packages;
  } catch {
    return undefined;
  }
}
