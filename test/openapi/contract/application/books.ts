import type { int } from 'nestjs-rest-routes';

export enum Kind {
  Novel = 'novel',
  Essay = 'essay',
  Atlas = 'atlas',
}

/** Who wrote it. */
export interface Author {
  /**
   * @minLength 1
   * @maxLength 20
   */
  name: string;
  /**
   * The year of birth.
   * @minimum 0
   * @maximum 2100
   */
  born?: int | null;
  /** @format email */
  email?: string;
}

/** A copy on a shelf. */
export interface Copy {
  /** @pattern ^[A-Z]{2}-[0-9]+$ */
  shelf: string;
  /** @minimum 1 */
  number?: int;
  damaged?: boolean;
}

/** A book of the library. */
export interface Book {
  id: int;
  title: string;
  kind: Kind;
  authors: Author[];
  /** @format uuid */
  key: string;
  added: Date;
  price: number | null;
  tags: string[];
  sequel: Book | null;
}

export interface Paging {
  /**
   * @minimum 1
   * @default 1
   */
  page: int;
  /**
   * @minimum 1
   * @maximum 100
   * @default 10
   */
  per_page: int;
}

export function book(id: int, parts: Partial<Book> = {}): Book {
  return {
    id,
    title: `Book ${id}`,
    kind: Kind.Novel,
    authors: [
      { name: 'Ada', born: 1815, email: 'ada@example.com' },
      { name: 'Bob', born: null },
    ],
    key: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
    added: new Date(86_400_000),
    price: null,
    tags: [],
    sequel: null,
    ...parts,
  };
}
