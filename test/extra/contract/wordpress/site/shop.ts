import { Injectable } from '@nestjs/common';
import { Records } from './records.js';

/** The products, customers and orders of a shop. */
@Injectable()
export class Shop {
  readonly products = new Records({ code: 'woocommerce_rest_product', hasTrash: true });
  readonly orders = new Records({ code: 'woocommerce_rest_shop_order', hasTrash: true });
  readonly customers = new Records({ code: 'woocommerce_rest_customer', hasTrash: false });
}
