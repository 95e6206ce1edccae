import { Body, Controller, Post, ValidationPipe } from '@nestjs/common';
import { Expose, Type } from 'class-transformer';
import {
  IsArray,
  IsDefined,
  IsInt,
  IsOptional,
  IsString,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { Arguments, HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../../support/application.js';
import { shown } from './support.js';

const OPEN = new PublicAccess();

class CommentDto {
  @IsString() @MinLength(2) text!: string;
  @IsOptional() @IsInt() @Min(1) votes?: number;
  @IsOptional()
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => CommentDto)
  replies?: CommentDto[];
}

class NodeDto {
  @IsString() name!: string;
  @IsOptional() @ValidateNested() @Type(() => NodeDto) next?: NodeDto;
}

class AuthorDto {
  @Expose({ name: 'full_name' }) @IsString() fullName!: string;
  @IsOptional() @ValidateNested({ each: true }) @Type(() => BookDto) books?: BookDto[];
}

class BookDto {
  @IsString() title!: string;
  @IsDefined() @ValidateNested() @Type(() => AuthorDto) author!: AuthorDto;
}

@RestController('v1', '/routes')
class RoutesController {
  @RestRoute('/comment', HttpMethod.Post, OPEN)
  comment(@Arguments() comment: CommentDto) {
    return shown(comment);
  }

  @RestRoute('/node', HttpMethod.Post, OPEN)
  node(@Arguments() node: NodeDto) {
    return shown(node);
  }

  @RestRoute('/book', HttpMethod.Post, OPEN)
  book(@Arguments() book: BookDto) {
    return shown(book);
  }

  @RestRoute('/comments', HttpMethod.Post, OPEN)
  comments(comments: CommentDto[]) {
    return shown(comments);
  }
}

const pipe = (expectedType: new () => object) =>
  new ValidationPipe({ transform: true, whitelist: true, expectedType });

@Controller('plain')
class PlainController {
  @Post('comment')
  comment(@Body(pipe(CommentDto)) comment: CommentDto) {
    return shown(comment);
  }

  @Post('node')
  node(@Body(pipe(NodeDto)) node: NodeDto) {
    return shown(node);
  }

  @Post('book')
  book(@Body(pipe(BookDto)) book: BookDto) {
    return shown(book);
  }
}

const leaf = { text: 'ok', votes: 1 };
const author = { full_name: 'Ada', books: [{ title: 'A', author: { full_name: 'Bob' } }] };

describe.each(ADAPTERS)('a DTO that contains itself on %s', (adapter) => {
  const app = useRoutes([RoutesController], { adapter, controllers: [PlainController] });
  const post = (path: string, body: unknown) =>
    app.fetch('POST', path, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  test.each([
    ['comment', leaf],
    ['comment', { text: 'ok', replies: [] }],
    ['comment', { text: 'ok', replies: [leaf, { text: 'yes', replies: [leaf] }] }],
    ['comment', { text: 'ok', replies: [{ ...leaf, other: 1 }], other: 2 }],
    ['comment', { text: 'x', replies: [leaf] }],
    ['comment', { text: 'ok', replies: [leaf, { text: 'y', replies: [] }] }],
    ['comment', { text: 'ok', replies: [{ text: 'ok', replies: [{ text: 'ok', votes: 0 }] }] }],
    ['comment', { text: 'ok', replies: null }],
    ['comment', { text: 'ok', replies: [{}] }],
    ['node', { name: 'a', next: { name: 'b', next: { name: 'c' } } }],
    ['node', { name: 'a', next: { name: 'b', next: { name: 3 } } }],
    ['node', { name: 'a', next: null }],
    ['book', { title: 'B', author }],
    ['book', { title: 'B', author: { full_name: 'Ada', books: [{ title: 'A' }] } }],
    ['book', { title: 'B' }],
  ])('is accepted and made as by a validation pipe: %s %j', async (path, body) => {
    const plain = await post(`/plain/${path}`, body);
    const own = await post(`/api/acme/v1/routes/${path}`, body);
    expect([own.status, own.status < 300 ? own.body : 400]).toEqual(
      plain.status < 300 ? [200, plain.body] : [400, 400],
    );
  });

  test('names the place of each error', async () => {
    const comments = [leaf, { text: 'ok', replies: [leaf, { text: 'y', votes: 0 }] }];
    expect((await post('/api/acme/v1/routes/comments', { comments })).body).toMatchObject({
      data: {
        params: {
          'comments[1].replies[1].text': 'text must be longer than or equal to 2 characters',
          'comments[1].replies[1].votes': 'votes must not be less than 1',
        },
      },
    });
  });
});
