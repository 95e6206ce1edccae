import { Param, ValueClass, type int } from 'nestjs-rest-routes';

@ValueClass()
export class Line {
  /** @minLength 1 @maxLength 8 */
  sku!: string;
  @Param({ minimum: 1 }) qty: int = 1;

  get label(): string {
    return `${this.qty} × ${this.sku}`;
  }
}

export interface Address {
  /** @minLength 2 */
  city: string;
  /** @pattern ^[0-9]{5}$ */
  zip?: string;
}

export interface Publisher {
  name: string;
  founded: Date | null;
  addresses: Address[];
}

export interface Named<T> {
  name: string;
  value: T;
}

export interface Paging {
  /**
   * The page of results.
   * @minimum 1
   * @default 1
   */
  page: int;
  /** @minimum 1 @exclusiveMaximum 101 @default 10 */
  per_page: int;
  search?: string;
}
