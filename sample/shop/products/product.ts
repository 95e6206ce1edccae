import type { int } from 'nestjs-rest-routes';

export enum Kind {
  Book = 'book',
  Game = 'game',
}

export interface Product {
  readonly id: int;
  readonly name: string;
  readonly kind: Kind;
  /** In cents. */
  readonly price: int;
  /** How many are left. */
  readonly stock: int;
  /** Counts the changes: a client changes only the version that it has read. */
  readonly version: int;
}
