import {
  Body,
  Controller,
  DefaultValuePipe,
  Delete,
  Get,
  Headers,
  HttpCode,
  NotFoundException,
  Param,
  ParseArrayPipe,
  ParseBoolPipe,
  ParseEnumPipe,
  ParseFloatPipe,
  ParseIntPipe,
  ParseUUIDPipe,
  Patch,
  Post,
  Put,
  Query,
  Redirect,
  Req,
  Res,
  UseGuards,
} from '@nestjs/common';
import { BooksService } from './books.service.js';
import { CreateBookDto, ListBooksDto, UpdateBookDto } from './books.dto.js';
import { KeyGuard } from './key.guard.js';
import { TrimPipe } from './trim.pipe.js';

export enum Shelf {
  Poetry = 'poetry',
  Prose = 'prose',
}

/* The books of a shop. */
@Controller({ path: 'books', version: '1' })
export class BooksController {
  constructor(private readonly books: BooksService) {}

  /** Lists books. */
  @Get()
  list(@Query() query: ListBooksDto) {
    return this.books.list(query.search, query.limit);
  }

  @Get('search') // the old way
  search(
    @Query('q') q: string | undefined,
    @Query('page', new DefaultValuePipe(1), ParseIntPipe) page: number,
    @Query('rare', new ParseBoolPipe({ optional: true })) onlyRare?: boolean,
    @Query('tags', new ParseArrayPipe({ items: String, optional: true })) tags?: string[],
  ) {
    return { q, page, onlyRare, tags };
  }

  @Get('shout')
  shout(@Query('text') text: string) {
    return { length: text.length };
  }

  @Get('loud')
  loud(@Query('text', TrimPipe) text: string) {
    return { text };
  }

  @Get('agent')
  agent(@Headers('x-agent') agent: string, @Req() request: { readonly method: string }) {
    return { agent, method: request.method };
  }

  @Get('go')
  @Redirect('/v1/books', 302)
  go() {}

  @Get('raw')
  raw(@Res() response: { send(body: unknown): void }) {
    response.send({ raw: true });
  }

  @Get('shelf/:shelf')
  shelf(@Param('shelf', new ParseEnumPipe(Shelf)) shelf: Shelf) {
    return { shelf };
  }

  @Get('price/:max')
  cheap(@Param('max', ParseFloatPipe) maximum: number) {
    return { maximum };
  }

  @Get('trimmed/:name')
  trimmed(@Param('name', TrimPipe) name: string) {
    return { name };
  }

  @Get(['by-id/:key', 'by-key/:key'])
  byKey(@Param('key', ParseUUIDPipe) key: string) {
    return { key };
  }

  @Get(':id')
  one(@Param('id', ParseIntPipe) bookId: number) {
    const book = this.books.one(bookId);
    if (book === undefined) throw new NotFoundException(`There is no book ${bookId}.`);
    return book;
  }

  @Post()
  @UseGuards(KeyGuard)
  create(@Body() dto: CreateBookDto) {
    return this.books.create(dto);
  }

  @Post('count')
  @HttpCode(200)
  count(@Body('title') title: string) {
    return { length: title.length };
  }

  @Patch(':id')
  @UseGuards(KeyGuard)
  update(@Param('id', ParseIntPipe) id: number, @Body() dto: UpdateBookDto) {
    return Object.assign({ id }, dto);
  }

  @Put(':id/title')
  rename(@Param('id', ParseIntPipe) id: number, @Body('title') title?: string) {
    return { id, title };
  }

  @Delete(':id')
  @UseGuards(KeyGuard)
  remove(@Param('id', ParseIntPipe) id: number): void {
    this.books.remove(id);
  }
}
