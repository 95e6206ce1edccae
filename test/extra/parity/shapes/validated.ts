import { Body, HttpCode, Query, UsePipes, ValidationPipe, type Type } from '@nestjs/common';
import { Controller, Get, Post } from '@nestjs/common';
import { Transform, Type as TypeOf } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsEmail,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { Arguments, RestController } from 'nestjs-rest-routes';
import type { Shape } from '../shape.js';
import { Serve } from '../twin.js';

class Author {
  @IsString() name!: string;
  @IsOptional() @IsEmail() email?: string;
}

class CreateItem {
  @IsString()
  @Length(2, 10)
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
  title!: string;
  @IsInt() @Min(0) @Max(100) price!: number;
  @IsOptional() @IsArray() @ArrayMaxSize(3) @IsString({ each: true }) tags?: string[];
  @IsOptional() @ValidateNested() @TypeOf(() => Author) author?: Author;
  @IsOptional() @IsIn(['draft', 'public']) state: string = 'draft';
}

class ListItems {
  @IsOptional() @TypeOf(() => Number) @IsInt() @Min(1) page: number = 1;
  @IsOptional() @IsString() search?: string;
  @IsOptional() @TypeOf(() => Boolean) @IsBoolean() exact?: boolean;
}

/** The same classes with rules: validated by the route, and by a pipe of Nest. */
export const shape: Shape = {
  name: 'validated',
  make({ recorder, version, plainPath }) {
    const seen = (given: object): object => {
      recorder.saw('handler', {}, {}, { given });
      return given;
    };
    @RestController(version as 'subject', '/validated')
    class Validated {
      @Serve('Get', '')
      list(@Arguments() query: ListItems): object {
        return seen(query);
      }

      @HttpCode(201)
      @Serve('Post', '')
      create(@Arguments() item: CreateItem): object {
        return seen(item);
      }
    }
    const pipe = new ValidationPipe({ transform: true, whitelist: true });
    const plain = ((): Type => {
      @UsePipes(pipe)
      @Controller(`${plainPath}/validated`)
      class Validated {
        @Get()
        list(@Query() query: ListItems): object {
          return seen(query);
        }

        @HttpCode(201)
        @Post()
        create(@Body() item: CreateItem): object {
          return seen(item);
        }
      }
      return Validated;
    })();
    return { routes: Validated, plain };
  },
  request: (random) => {
    if (random.chance(0.4)) {
      const isValid = random.chance(0.6);
      const valid = ['', '?page=2', '?search=a%20b', '?exact=true&page=3', '?other=1'];
      const path = random.pick(isValid ? valid : ['?page=0', '?page=x', '?page=1.5']);
      return { method: 'GET', path, ...(isValid ? {} : { is: 'invalid' as const }) };
    }
    const headers = [['Content-Type', 'application/json']] as const;
    const [is, all] = random.pick(BODIES);
    const body = Buffer.from(JSON.stringify(random.pick(all)));
    return { method: 'POST', path: '', headers, body, ...(is === 'valid' ? {} : { is }) };
  },
};

/** What a client sends, and what the route makes of it. */
const BODIES: readonly (readonly ['valid' | 'invalid' | 'converted', readonly object[]])[] = [
  [
    'valid',
    [
      { title: 'Dune', price: 7 },
      { title: 'Dune', price: 7, tags: ['a'], author: { name: 'Ada', email: 'ada@example.com' } },
      { title: ' Dune ', price: 7, state: 'public', other: 1 },
      { title: 'Dune', price: 7, author: null, tags: null },
      { title: 'Dune', price: 7, author: { name: 'Ada', more: true } },
    ],
  ],
  [
    'invalid',
    [
      { title: 'D', price: -1 },
      { title: 7, price: '7.5' },
      { price: 7 },
      {},
      { title: 'Dune', price: 7, author: { name: 7, more: true } },
      { title: 'Dune', price: 7, tags: ['a', 'b', 'c', 'd'], author: 'Ada' },
      { title: 'Dune', price: 1e9, state: 'else' },
      { title: null, price: null },
    ],
  ],
  [
    'converted',
    [
      { title: 'Dune', price: '7' },
      { title: 'Dune', price: 7, tags: 'a' },
    ],
  ],
];
