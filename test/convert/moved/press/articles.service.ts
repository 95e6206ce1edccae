import { Injectable, NotFoundException } from '@nestjs/common';
import type { Article, ArticleDocument } from './article.schema.js';
import type { CreateArticleDto, UpdateArticleDto } from './articles.dto.js';
import { Model } from './document.js';

@Injectable()
export class ArticlesService {
  readonly #articles = new Model<Article>([
    { title: 'News', body: 'of today', tags: ['news'], published: true },
    { title: 'Draft', body: '', tags: [], published: false },
  ]);

  async findAll(): Promise<ArticleDocument[]> {
    return this.#articles.find().exec();
  }

  async findPublished(): Promise<ArticleDocument[]> {
    return this.#articles.find({ published: true }).exec();
  }

  async findOne(id: string): Promise<ArticleDocument> {
    const found = await this.#articles.findById(id);
    if (found === null) throw new NotFoundException(`No article ${id}`);
    return found;
  }

  findMaybe(id: string): Promise<ArticleDocument | null> {
    return this.#articles.findById(id).exec();
  }

  create({ published = false, ...fields }: CreateArticleDto): Promise<ArticleDocument> {
    return this.#articles.create({ ...fields, published });
  }

  update(id: string, dto: UpdateArticleDto): Promise<ArticleDocument | null> {
    return this.#articles.findByIdAndUpdate(id, Object.assign({}, dto)).exec();
  }

  remove(id: string): Promise<{ deletedCount: number }> {
    return this.#articles.deleteOne({ _id: id });
  }
}
