import {
  Body,
  Controller,
  Delete,
  Get,
  Header,
  Param,
  Patch,
  Post,
  Put,
  Query,
  UseGuards,
} from '@nestjs/common';
import { ApiKeyGuard } from './api-key.guard.js';
import type { ArticleDocument } from './article.schema.js';
import { CreateArticleDto, FilterDto, UpdateArticleDto } from './articles.dto.js';
import { ArticlesService } from './articles.service.js';
import { ParseObjectIdPipe } from './parse-object-id.pipe.js';

@Controller('articles')
export class ArticlesController {
  constructor(private readonly articles: ArticlesService) {}

  @Get()
  async findAll(@Query() filter: FilterDto): Promise<ArticleDocument[]> {
    const found = await this.articles.findAll();
    return found.filter(
      (one) => filter.tag === undefined || one.toObject().tags.includes(filter.tag),
    );
  }

  @Get('published')
  @Header('Cache-Control', 'max-age=60')
  findPublished() {
    return this.articles.findPublished();
  }

  @Get('by-id/:id')
  async findOne(@Param('id') id: string): Promise<ArticleDocument> {
    return this.articles.findOne(id);
  }

  @Get('maybe/:id')
  findMaybe(@Param('id') id: string) {
    return this.articles.findMaybe(id);
  }

  // Stays plain, because of its pipe.
  @Get('strict/:id')
  findStrict(@Param('id', ParseObjectIdPipe) id: string) {
    return this.articles.findOne(id);
  }

  @Get('title/:id')
  async title(@Param('id') id: string): Promise<string> {
    const found = await this.articles.findOne(id);
    return found.toObject().title;
  }

  @Post()
  create(@Body() dto: CreateArticleDto): Promise<ArticleDocument> {
    return this.articles.create(dto);
  }

  @Put(':id')
  replace(@Param('id') id: string, @Body() dto: CreateArticleDto) {
    return this.articles.update(id, dto);
  }

  @Patch(':id')
  @UseGuards(ApiKeyGuard)
  update(@Param('id') id: string, @Body() dto: UpdateArticleDto) {
    return this.articles.update(id, dto);
  }

  @Delete(':id')
  @UseGuards(ApiKeyGuard)
  async remove(@Param('id') id: string) {
    const { deletedCount } = await this.articles.remove(id);
    return { deleted: deletedCount > 0 };
  }
}
