import type { Document } from './document.js';

export class Article {
  title!: string;
  body!: string;
  tags!: string[];
  published!: boolean;
}

export type ArticleDocument = Document<Article>;
