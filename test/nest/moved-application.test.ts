import {
  Body,
  Catch,
  ConflictException,
  Controller,
  DefaultValuePipe,
  Delete,
  ForbiddenException,
  Get,
  HttpCode,
  Injectable,
  NotFoundException,
  Param,
  ParseIntPipe,
  Patch,
  Post,
  Put,
  Query,
  UnauthorizedException,
  UseFilters,
  UseGuards,
  UseInterceptors,
  ValidationPipe,
  type ArgumentsHost,
  type CallHandler,
  type CanActivate,
  type ExceptionFilter,
  type ExecutionContext,
  type INestApplication,
  type NestInterceptor,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Type } from 'class-transformer';
import {
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  MaxLength,
  Min,
  MinLength,
} from 'class-validator';
import {
  Arguments,
  GuardedBy,
  HttpMethod,
  PublicAccess,
  RestController,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { map, type Observable } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes, type TestApplication } from '../support/application.js';

/** An application as Nest's documentation teaches it, whose controllers move to routes one after the other. */
class ArticleDto {
  @IsString()
  @MinLength(2)
  @MaxLength(40)
  title!: string;

  @IsIn(['draft', 'published'])
  state!: 'draft' | 'published';

  @IsInt()
  @Min(1)
  minutes!: number;

  @IsOptional()
  @IsArray()
  @IsString({ each: true })
  tags?: string[];
}

class ChangeDto {
  @IsOptional()
  @IsString()
  @MinLength(2)
  title?: string;

  @IsOptional()
  @IsInt()
  @Min(1)
  minutes?: number;
}

class ListDto {
  @IsOptional()
  @IsString()
  search?: string;

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  limit?: number;
}

interface Caller {
  headers: Record<string, string | undefined>;
  user?: { id: number; role: string };
}

const USERS: Readonly<Record<string, { id: number; role: string }>> = {
  'Bearer ada': { id: 1, role: 'editor' },
  'Bearer bob': { id: 2, role: 'reader' },
};

@Injectable()
class TokenGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Caller>();
    const user = USERS[request.headers['authorization'] ?? ''];
    if (user === undefined) throw new UnauthorizedException('Sign in first.');
    request.user = user;
    return true;
  }
}

@Injectable()
class EditorGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return context.switchToHttp().getRequest<Caller>().user?.role === 'editor';
  }
}

@Injectable()
class EnvelopeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = context
      .switchToHttp()
      .getResponse<{ header(name: string, value: string): void }>();
    response.header('x-handled-by', context.getHandler().name);
    return next.handle().pipe(map((data: unknown) => (data === undefined ? data : { data })));
  }
}

class StockError extends Error {}

@Catch(StockError)
class StockFilter implements ExceptionFilter<StockError> {
  constructor(private readonly host: HttpAdapterHost) {}

  catch({ message }: StockError, host: ArgumentsHost): void {
    const response: unknown = host.switchToHttp().getResponse();
    this.host.httpAdapter.reply(response, { reason: message }, 418);
  }
}

const ARTICLES = [
  { id: 1, title: 'Emma' },
  { id: 2, title: 'Momo' },
];

/** The service of both controllers. */
const articles = {
  list: ({ search = '', limit = 10 }: ListDto) =>
    ARTICLES.filter(({ title }) => title.includes(search)).slice(0, limit),
  one: (id: number) => {
    const found = ARTICLES.find((article) => article.id === id);
    if (found === undefined) throw new NotFoundException(`There is no article ${id}.`);
    return found;
  },
  create: (dto: ArticleDto) => {
    if (dto.title === 'Emma') throw new ConflictException('It exists.');
    if (dto.title === 'Broken') throw new Error('The store is broken.');
    if (dto.title === 'Sold out') throw new StockError('none left');
    return Object.assign({ id: 3, isDto: dto instanceof ArticleDto }, dto);
  },
  change: (id: number, dto: ChangeDto) => Object.assign({}, articles.one(id), dto),
  remove: (id: number): void => void articles.one(id),
  publish: (id: number): void => {
    if (articles.one(id).title === 'Momo') throw new ForbiddenException('Not yours.');
  },
};

@Controller('articles')
@UseGuards(TokenGuard)
@UseInterceptors(EnvelopeInterceptor)
@UseFilters(StockFilter)
class PlainArticlesController {
  @Get()
  list(@Query() query: ListDto) {
    return articles.list(query);
  }

  @Get('page')
  page(@Query('page', new DefaultValuePipe(1), ParseIntPipe) page: number) {
    return { page };
  }

  @Get(':id')
  one(@Param('id', ParseIntPipe) id: number) {
    return articles.one(id);
  }

  @Post()
  create(@Body() dto: ArticleDto) {
    return articles.create(dto);
  }

  @Patch(':id')
  change(@Param('id', ParseIntPipe) id: number, @Body() dto: ChangeDto) {
    return articles.change(id, dto);
  }

  @Delete(':id')
  @UseGuards(EditorGuard)
  remove(@Param('id', ParseIntPipe) id: number): void {
    articles.remove(id);
  }

  @Put(':id/published')
  @UseGuards(EditorGuard)
  publish(@Param('id', ParseIntPipe) id: number): void {
    articles.publish(id);
  }
}

@RestController('', '/articles', new GuardedBy(TokenGuard))
@UseInterceptors(EnvelopeInterceptor)
@UseFilters(StockFilter)
class ArticlesController {
  @RestRoute('', HttpMethod.Get)
  list(@Arguments() query: ListDto) {
    return articles.list(query);
  }

  @RestRoute('/page', HttpMethod.Get)
  page(page: int = 1) {
    return { page };
  }

  @RestRoute('/{id}', HttpMethod.Get)
  one(id: int) {
    return articles.one(id);
  }

  @RestRoute('', HttpMethod.Post)
  create(@Arguments() dto: ArticleDto) {
    return articles.create(dto);
  }

  @RestRoute('/{id}', HttpMethod.Patch)
  change(id: int, @Arguments() dto: ChangeDto) {
    return articles.change(id, dto);
  }

  @RestRoute('/{id}', HttpMethod.Delete, new GuardedBy(EditorGuard))
  remove(id: int): void {
    articles.remove(id);
  }

  @RestRoute('/{id}/published', HttpMethod.Put, new GuardedBy(EditorGuard))
  publish(id: int): void {
    articles.publish(id);
  }
}

@Controller('sessions')
class PlainSessionsController {
  @Post()
  @HttpCode(200)
  open(@Body('name') name: string) {
    return { token: `Bearer ${name}` };
  }

  @Get('count')
  count() {
    return { open: 2 };
  }
}

@RestController('', '/sessions')
class SessionsController {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  @HttpCode(200)
  open(@Body('name') name: string) {
    return { token: `Bearer ${name}` };
  }

  @RestRoute('/count', HttpMethod.Get, new PublicAccess())
  count() {
    return { open: 2 };
  }
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly token?: string;
  readonly json?: unknown;
  readonly text?: string;
}

const article = { title: 'Ulysses', state: 'draft', minutes: 5 };

const BODIES: readonly unknown[] = [
  article,
  { ...article, tags: ['a', 'b'] },
  { ...article, tags: [] },
  { ...article, unknown: true },
  { ...article, title: 'U' },
  { ...article, title: 'x'.repeat(41) },
  { ...article, state: 'lost' },
  { ...article, minutes: 0 },
  { ...article, minutes: 1.5 },
  { ...article, tags: [1] },
  { ...article, title: 'Emma' },
  { ...article, title: 'Sold out' },
  { title: 'Ulysses' },
  {},
];

const CHANGES: readonly unknown[] = [
  {},
  { title: 'New' },
  { title: 'N' },
  { minutes: 7 },
  { minutes: 0 },
  { title: 'New', unknown: 1 },
];

const TOKENS = ['Bearer ada', 'Bearer bob', undefined, 'Bearer eve'] as const;

const PATHS = ['', '?search=M', '?limit=1', '?limit=0', '?search=M&limit=1&unknown=1', '/page'];

function requests(): readonly Sent[] {
  const each = (token: string | undefined): readonly Sent[] => {
    const by = token === undefined ? {} : { token };
    return [
      ...PATHS.map((path) => ({ method: 'GET', path: `/articles${path}`, ...by })),
      ...['/1', '/2', '/9', '/page?page=3', '/page?page=x'].map((path) => ({
        method: 'GET',
        path: `/articles${path}`,
        ...by,
      })),
      ...['/1', '/9'].map((path) => ({ method: 'DELETE', path: `/articles${path}`, ...by })),
      ...['/1', '/2', '/9'].map((path) => ({
        method: 'PUT',
        path: `/articles${path}/published`,
        ...by,
      })),
      ...BODIES.map((json) => ({ method: 'POST', path: '/articles', json, ...by })),
      ...CHANGES.map((json) => ({ method: 'PATCH', path: '/articles/1', json, ...by })),
    ];
  };
  return [
    ...TOKENS.flatMap(each),
    {
      method: 'POST',
      path: '/articles',
      json: { ...article, title: 'Broken' },
      token: 'Bearer ada',
    },
    { method: 'HEAD', path: '/articles/1', token: 'Bearer ada' },
    { method: 'PUT', path: '/articles/1', json: {}, token: 'Bearer ada' },
    { method: 'POST', path: '/articles/1', json: {}, token: 'Bearer ada' },
    { method: 'GET', path: '/articles/1/comments', token: 'Bearer ada' },
    { method: 'GET', path: '/nothing' },
    { method: 'POST', path: '/sessions', json: { name: 'ada' } },
    { method: 'POST', path: '/sessions', json: {} },
    { method: 'POST', path: '/sessions?_method=DELETE', json: { name: 'ada' } },
    { method: 'GET', path: '/sessions/count?_fields=none&_envelope=1' },
    { method: 'GET', path: '/sessions/count' },
    { method: 'GET', path: '/sessions' },
  ];
}

/**
 * Differences that "What clients see" of docs/adopt-one-part-at-a-time.md names, by the request. Its row on interceptors
 * is `INTERCEPTED`: on a route they run once the arguments are valid.
 */
const NAMED: Readonly<Record<string, string>> = {
  'GET /articles/page?page=x': 'errors: the texts for values that had a pipe of Nest',
  'PATCH /articles/1 {}': 'a DTO: a property that the request leaves out is absent',
  'PATCH /articles/1 {"minutes":7}': 'a DTO: a property that the request leaves out is absent',
};

/** As `nest add` writes them, with the URLs as they were. */
const rest = {
  style: 'nest',
  unknownArguments: 'ignore',
  methodNotAllowed: false,
  prefix: '',
  namespace: '',
} as const;

const configure = (nest: INestApplication): void => {
  nest.useGlobalPipes(new ValidationPipe({ whitelist: true, transform: true }));
};

const HEADERS = ['content-type', 'content-length', 'location', 'etag'];
const INTERCEPTED = 'x-handled-by';

async function seen(app: TestApplication, { method, path, token, json }: Sent): Promise<unknown> {
  const headers = {
    ...(token === undefined ? {} : { authorization: token }),
    ...(json === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  const { status, text, headers: sent } = await app.fetch(method, path, { headers, ...body });
  const names = status === 400 ? HEADERS : [...HEADERS, INTERCEPTED];
  return [status, text, ...names.map((name) => sent[name])];
}

describe.each(ADAPTERS)('an application whose controllers have moved, on %s', (adapter) => {
  const logger = false;
  const create = { logger } as const;
  const plain = useRoutes([], {
    adapter,
    create,
    rest,
    configure,
    controllers: [PlainArticlesController, PlainSessionsController],
  });
  const half = useRoutes([ArticlesController], {
    adapter,
    create,
    rest,
    configure,
    controllers: [PlainSessionsController],
  });
  const moved = useRoutes([ArticlesController, SessionsController], {
    adapter,
    create,
    rest,
    configure,
  });

  test.each([
    ['one controller', () => half],
    ['all controllers', () => moved],
  ])('%s: more than 120 requests have the responses that they had', async (_name, app) => {
    const all = requests();
    expect(all.length).toBeGreaterThan(120);
    const differences: unknown[] = [];
    const named = new Set<string>();
    for (const request of all) {
      const [before, after] = [await seen(plain, request), await seen(app(), request)];
      const sent = request.json === undefined ? '' : ` ${JSON.stringify(request.json)}`;
      const key = `${request.method} ${request.path}${sent}`;
      if (JSON.stringify(before) === JSON.stringify(after)) continue;
      if (Object.hasOwn(NAMED, key)) named.add(key);
      else differences.push({ key, request, before, after });
    }
    expect(differences).toEqual([]);
    expect([...named].toSorted()).toEqual(Object.keys(NAMED).toSorted());
  });
});
