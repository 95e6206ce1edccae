import { createHash } from 'node:crypto';
import { Injectable, Module } from '@nestjs/common';
import {
  Capability,
  HttpMethod,
  RestController,
  RestException,
  RestModule,
  RestRequest,
  RestRoute,
} from 'nestjs-rest-routes';

interface Client {
  readonly name: string;
  readonly roles: readonly string[];
}

/** In place of a table of keys, which has their hashes only. Keys are long and random: they need no salt. */
@Injectable()
export class ApiKeys {
  readonly #clients = new Map<string, Client>([
    [hashOf('example-key-of-the-shop'), { name: 'shop', roles: ['reader'] }],
    [hashOf('example-key-of-the-till'), { name: 'till', roles: ['reader', 'cashier'] }],
  ]);

  /** No key: anonymous. An unknown key is a 401, also on public routes. */
  clientOf({ headers }: RestRequest): Client | undefined {
    const key = headers['x-api-key'];
    if (key === undefined) return undefined;
    const client = this.#clients.get(hashOf(String(key)));
    if (client !== undefined) return client;
    throw new RestException('invalid_api_key', 'The API key is unknown.', 401);
  }
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

@RestController('v1', '/orders')
export class OrdersController {
  @RestRoute('', HttpMethod.Get, new Capability('read_orders'))
  list(request: RestRequest<Client>) {
    return { of: request.user.name };
  }

  @RestRoute('', HttpMethod.Post, new Capability('create_orders'))
  create(sku: string) {
    return { sku };
  }
}

@Module({ providers: [ApiKeys], exports: [ApiKeys] })
export class ApiKeysModule {}

@Module({
  imports: [
    RestModule.forRootAsync({
      imports: [ApiKeysModule],
      inject: [ApiKeys],
      useFactory: (keys: ApiKeys) => ({
        namespace: 'acme',
        style: 'nest' as const,
        roles: { reader: ['read_orders'], cashier: ['create_orders'] },
        securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
        user: (request) => keys.clientOf(request),
      }),
    }),
  ],
  providers: [OrdersController],
})
export class AppModule {}
