import {
  BadRequestException,
  Body,
  Headers,
  Query,
  Controller,
  ParseIntPipe,
  Post,
  type ArgumentMetadata,
  type PipeTransform,
} from '@nestjs/common';
import { IsInt, IsOptional, IsString, MinLength } from 'class-validator';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestException,
  RestRoute,
  RestRoutes,
  ValueClass,
  type int,
} from 'nestjs-rest-routes';
import { openApiDocument, type OpenApiDocument } from 'nestjs-rest-routes/openapi';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ADAPTERS, useRoutes } from '../support/application.js';
import { requestBodyOf } from './support/request-body.js';
import { problemsOf } from './support/validators.js';

interface NewItem {
  /** @minLength 2 */
  title: string;
  count?: int;
}

@ValueClass()
class NewItemDto {
  @IsString() @MinLength(3) title!: string;
  @IsOptional() @IsInt() count?: number;
}

/** As nestjs-zod makes it: its pipe finds the schema in the class. */
function createZodDto<Schema extends z.ZodType>(schema: Schema) {
  return class {
    static readonly isZodDto = true;
    static readonly schema = schema;
  };
}

class NewNote extends createZodDto(
  z.object({ text: z.string().min(2), stars: z.int().min(1).max(5).optional() }),
) {}

class NoteQuery extends createZodDto(
  z.object({ page: z.coerce.number().min(1), word: z.string() }),
) {}

class ZodPipe implements PipeTransform {
  transform(value: unknown, { metatype }: ArgumentMetadata): unknown {
    const { success, data } = (metatype as typeof NewNote).schema.safeParse(value);
    if (!success) throw new BadRequestException();
    return data;
  }
}

interface Search {
  /** Words of the title. */
  text: string;
  /** @minimum 1 */
  page?: int;
}

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(@Body() item: NewItem, @Headers('x-tenant') tenant: string) {
    return { ...item, tenant };
  }
  @RestRoute('/dto', HttpMethod.Post, new PublicAccess())
  createDto(@Body() item: NewItemDto) {
    return item.title;
  }
  @RestRoute('/notes', HttpMethod.Post, new PublicAccess())
  createNote(@Body(ZodPipe) note: NewNote) {
    return note;
  }
  @RestRoute('/notes/all', HttpMethod.Post, new PublicAccess())
  createNotes(@Body() notes: NewNote[], @Query() query: NoteQuery) {
    return [notes, query];
  }
  @RestRoute('/list', HttpMethod.Post, new PublicAccess())
  createAll(@Body() items: NewItem[]) {
    return items.length;
  }
  @RestRoute('/named', HttpMethod.Put, new PublicAccess())
  named(@Body('title') title: string, @Body('count') count: int = 1) {
    return { title, count };
  }
  @RestRoute('/search', HttpMethod.Get, new PublicAccess())
  search(@Query() search: Search, @Query('limit', ParseIntPipe) limit: int) {
    return { ...search, limit };
  }
  @RestRoute('/{id}', HttpMethod.Put, new PublicAccess())
  replace(id: int, @Headers('If-Match') tag: string | undefined, @Body() item: NewItem) {
    if (tag === undefined) throw new RestException('tag_required', 'State the tag.', 428);
    return { id, tag, ...item };
  }
}

@Controller('plain')
class PlainController {
  @Post()
  create(@Body() item: NewItemDto) {
    return item;
  }
}

const ITEMS = '/api/acme/v1/items';

describe.each(ADAPTERS)('parameters that Nest fills, in the document on %s', (adapter) => {
  const app = useRoutes([ItemsController], { adapter, controllers: [PlainController] });
  let document: OpenApiDocument;
  const operationAt = (path: string, method: string) => document.paths[`${ITEMS}${path}`]?.[method];
  const bodyAt = (path: string, method = 'post') =>
    requestBodyOf(document, operationAt(path, method));
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

  beforeAll(async () => {
    const license = { name: 'MIT', identifier: 'MIT' };
    document = openApiDocument(await app.nest.get(RestRoutes).list(), { info: { license } });
  });

  test('that a class of a schema of zod types are described as the schema is', async () => {
    const { properties, required } = document.components.schemas['NewNote'] ?? {};
    expect(bodyAt('/notes')?.content).toMatchObject({
      'application/json': { schema: ref('NewNote') },
    });
    expect(properties).toMatchObject({
      text: { type: 'string', minLength: 2 },
      stars: { type: 'integer', minimum: 1, maximum: 5 },
    });
    expect(required).toEqual(['text']);
    expect(bodyAt('/notes/all')?.content).toMatchObject({
      'application/json': { schema: { type: 'array', items: ref('NewNote') } },
    });
    expect(operationAt('/notes/all', 'post')?.parameters).toMatchObject([
      { name: 'page', in: 'query', required: true, schema: { minimum: 1 } },
      { name: 'word', in: 'query', required: true, schema: { type: 'string' } },
    ]);
    const send = (text: string) =>
      app.fetch('POST', `${ITEMS}/notes`, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text }),
      });
    expect((await send('ab')).body).toEqual({ text: 'ab' });
    expect((await send('a')).status).toBe(400);
  });

  test('are valid', async () => {
    expect(await problemsOf(document)).toEqual([]);
  });

  test('have the bodies of @Body(), with the names and limits of their types', () => {
    expect(bodyAt('')).toEqual({
      required: true,
      content: { 'application/json': { schema: ref('NewItem'), example: { title: 'text' } } },
    });
    expect(document.components.schemas['NewItem']).toMatchObject({
      properties: { title: { type: 'string', minLength: 2 }, count: { type: 'integer' } },
      required: ['title'],
    });
    expect(bodyAt('/dto')?.content['application/json']?.schema).toEqual(ref('NewItemDto'));
    expect(document.components.schemas['NewItemDto']).toMatchObject({
      properties: { title: { minLength: 3 } },
    });
    expect(bodyAt('/list')?.content['application/json']?.schema).toEqual({
      type: 'array',
      items: ref('NewItem'),
    });
    expect(bodyAt('/named', 'put')?.content['application/json']?.schema).toEqual({
      type: 'object',
      properties: { title: { type: 'string' }, count: { type: 'integer', default: 1 } },
      required: ['title'],
    });
  });

  test('have the parameters of @Query() and @Headers()', () => {
    expect(operationAt('/search', 'get')?.parameters).toEqual([
      {
        name: 'text',
        in: 'query',
        required: true,
        description: 'Words of the title.',
        schema: { type: 'string' },
      },
      { name: 'page', in: 'query', required: false, schema: { type: 'integer', minimum: 1 } },
      { name: 'limit', in: 'query', required: true, schema: { type: 'integer' } },
    ]);
    expect(operationAt('', 'post')?.parameters).toEqual([
      { name: 'x-tenant', in: 'header', required: true, schema: { type: 'string' } },
    ]);
    expect(operationAt('/{id}', 'put')?.parameters).toMatchObject([
      { name: 'id', in: 'path' },
      { name: 'If-Match', in: 'header', required: false, schema: { type: 'string' } },
    ]);
  });

  test('are not closed if a pipe decides on them', () => {
    const { NewItemDto: dto } = document.components.schemas;
    expect(dto).not.toHaveProperty('additionalProperties');
  });

  test('are what the methods get from a request that the document describes', async () => {
    const headers = { 'content-type': 'application/json', 'if-match': '"1"', 'x-tenant': 'a' };
    for (const [method, path, status] of [
      ['POST', '', 200],
      ['POST', '/dto', 200],
      ['PUT', '/7', 200],
    ] as const) {
      const { example } =
        bodyAt(path.replace('7', '{id}'), method.toLowerCase())?.content['application/json'] ?? {};
      const body = JSON.stringify(example);
      const sent = await app.fetch(method, `${ITEMS}${path}`, { headers, body });
      expect([path, sent.status]).toEqual([path, status]);
    }
  });
});
