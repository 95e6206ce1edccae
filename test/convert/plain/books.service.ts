import { Injectable } from '@nestjs/common';

export interface Book {
  readonly id: number;
  readonly title: string;
}

@Injectable()
export class BooksService {
  readonly #books: Book[] = [
    { id: 1, title: 'Emma' },
    { id: 2, title: 'Persuasion' },
  ];

  list(search = '', limit = 10): readonly Book[] {
    return this.#books.filter(({ title }) => title.includes(search)).slice(0, limit);
  }

  one(id: number): Book | undefined {
    return this.#books.find((book) => book.id === id);
  }

  create(book: object): object {
    return { id: 3, ...book };
  }

  remove(_id: number): void {}
}
