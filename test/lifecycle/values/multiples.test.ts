import {
  Arguments,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  ValueClass,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';

const OPEN = new PublicAccess();

interface Amount {
  /** @multipleOf 0.01 */
  net: number;
  rates?: Tenth[];
}

/** @multipleOf 0.1 */
type Tenth = number;

/** @multipleOf 0.05 */
type Nickels = number;

@ValueClass()
class Price {
  @Param({ multipleOf: 0.01 }) gross: number = 19.99;
}

@RestController('v1', '/prices')
class PricesController {
  @RestRoute('', HttpMethod.Get, OPEN)
  list(@Param({ multipleOf: 0.01 }) price: number = 0.94) {
    return { price };
  }

  @RestRoute('', HttpMethod.Post, OPEN)
  create(@Arguments() amount: Amount, @Param() price?: Price, tip?: Nickels | null) {
    return { ...amount, price, tip };
  }

  @RestRoute('/wordpress', HttpMethod.Get, OPEN, { values: 'wordpress' })
  likeWordPress(@Param({ multipleOf: 0.01 }) price: number) {
    return { price };
  }
}

describe.each(ADAPTERS)('numbers with decimals that are multiples on %s', (adapter) => {
  const app = useRoutes([PricesController], { adapter, rest: { values: 'typed' } });
  const PRICES = '/api/acme/v1/prices';
  const post = (body: object) =>
    app.fetch('POST', PRICES, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  test.each(['19.99', '1.1', '0.94', '0.07', '1e2', '-0.3'])('%s is accepted', async (price) => {
    const { status, body } = await app.fetch('GET', `${PRICES}?price=${price}`);
    expect([status, body]).toEqual([200, { price: Number(price) }]);
  });

  test.each(['0.001', '19.995', '1e-3'])('%s is a 400', async (price) => {
    const { status, body } = await app.fetch('GET', `${PRICES}?price=${price}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ data: { details: { price: { code: 'rest_invalid_multiple' } } } });
  });

  test('the same holds for tags of doc comments, items of lists, value classes, type aliases and defaults', async () => {
    expect((await app.fetch('GET', PRICES)).body).toEqual({ price: 0.94 });
    const whole = { net: 1.1, rates: [0.3, 0.7], price: { gross: 8.2 }, tip: 0.15 };
    expect((await post(whole)).body).toEqual(whole);
    expect((await post({ net: 1.1, price: {} })).body).toEqual({
      net: 1.1,
      price: { gross: 19.99 },
    });
    for (const wrong of [
      { net: 1.111 },
      { rates: [0.35] },
      { price: { gross: 1e-3 } },
      { tip: 0.11 },
    ]) {
      expect((await post({ ...whole, ...wrong })).status).toBe(400);
    }
  });

  test("with WordPress's values, the remainder decides, as on WordPress", async () => {
    const get = (price: string) => app.fetch('GET', `${PRICES}/wordpress?price=${price}`);
    expect((await get('19.99')).status).toBe(400);
    expect((await get('0.01')).status).toBe(200);
  });
});
