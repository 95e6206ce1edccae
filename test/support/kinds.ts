export enum Kind {
  Book = 'book',
  Film = 'film',
}

export enum Tag {
  New = 'new',
  Sale = 'sale',
  Used = 'used',
}

export type Variant = 'full' | 'teaser';
