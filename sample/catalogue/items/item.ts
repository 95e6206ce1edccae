import type { int } from 'nestjs-rest-routes';

/** The kinds of items. */
export enum Kind {
  Book = 'book',
  Film = 'film',
  Game = 'game',
}

export interface Item {
  readonly id: int;
  readonly title: string;
  readonly kind: Kind;
  readonly price: number;
  readonly stock: int;
  /** The user who created the item. */
  readonly author: int;
  readonly added: string;
}
