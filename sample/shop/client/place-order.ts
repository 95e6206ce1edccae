import { client } from './generated/client.gen.js';
import { ordersPlace, productsList, productsOne } from './generated/sdk.gen.js';
import type { Order, Product } from './generated/types.gen.js';

/**
 * Places an order with the typed client, whose names and types come from the OpenAPI document of the shop:
 *
 *     npx nestjs-rest-routes openapi --json-bodies --output sample/shop/client/openapi.json
 *     npx openapi-ts --input sample/shop/client/openapi.json --output sample/shop/client/generated --client @hey-api/client-fetch
 */
export async function placeOrder(baseUrl: string, token: string): Promise<Order> {
  client.setConfig({ baseUrl });
  const page = await productsList({ query: { kind: 'game', per_page: 1 } });
  const [product]: readonly Product[] = page.data ?? [];
  if (product === undefined) throw new Error('There are no games.');
  const { data, error } = await ordersPlace({
    auth: () => token,
    headers: { 'Idempotency-Key': `"${crypto.randomUUID()}"` },
    body: {
      lines: [{ product: product.id, quantity: 1 }],
      delivery: {
        kind: 'parcel',
        address: { street: 'Hauptstraße 1', zip: '70182', city: 'Stuttgart' },
      },
    },
  });
  if (data === undefined) throw new Error(error.message.toString());
  return data;
}

/** The code of an error of the shop itself is typed, too. */
export async function isSold(id: number): Promise<boolean> {
  const { data, error } = await productsOne({ path: { id } });
  return error === undefined ? data.stock > 0 : false;
}
