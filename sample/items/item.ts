/** What an item may be. */
export enum Kind {
  Book = 'book',
  Film = 'film',
  Game = 'game',
}

export interface Item {
  readonly id: number;
  readonly title: string;
  readonly kind: Kind;
  readonly price: number;
  readonly stock: number;
  readonly added: string;
}
