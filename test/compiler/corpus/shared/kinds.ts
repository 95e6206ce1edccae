export enum Kind {
  Book = 'book',
  Film = 'film',
}
export const DEFAULT_KIND = Kind.Film;
