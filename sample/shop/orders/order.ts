import type { int } from 'nestjs-rest-routes';

export interface OrderLine {
  readonly product: int;
  /**
   * @minimum 1
   * @maximum 99
   */
  readonly quantity: int;
}

/** The customer collects the order. */
interface Pickup {
  readonly kind: 'pickup';
  /** @minLength 1 */
  readonly branch: string;
}

/** The order is sent. */
interface Parcel {
  readonly kind: 'parcel';
  readonly address: {
    /** @minLength 1 */
    readonly street: string;
    /** @pattern ^[0-9]{5}$ */
    readonly zip: string;
    /** @minLength 1 */
    readonly city: string;
  };
}

/** `kind` decides which of the two is meant. */
export type Delivery = Pickup | Parcel;

export interface Order {
  readonly id: int;
  readonly customer: int;
  readonly lines: readonly OrderLine[];
  readonly delivery: Delivery;
  /** In cents. */
  readonly total: int;
  readonly state: 'placed' | 'paid';
}
