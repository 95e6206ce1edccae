import {
  Body,
  Controller,
  Get,
  Module,
  Post,
  Put,
  Req,
  RequestMethod,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
  type MiddlewareConsumer,
  type NestModule,
} from '@nestjs/common';
import {
  Cache,
  HttpMethod,
  PublicAccess,
  RestController,
  RestModule,
  RestRequest,
  RestResponse,
  RestRoute,
  type UploadedFile,
} from 'nestjs-rest-routes';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** What has seen the requests with one id, in order: `gate POST /path`. */
const traces = new Map<string, string[]>();

/** Begins a trace; returns its id, for the header `X-Id`, and what was seen so far. */
export function beginTrace(): { readonly id: string; readonly seen: readonly string[] } {
  const id = String(traces.size);
  const seen: string[] = [];
  traces.set(id, seen);
  return { id, seen };
}

type Message = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & {
  readonly originalUrl?: string;
};

/** Notes who has seen a request, its method and its path; `X-Deny: name` in a request denies it there. */
export function watch(name: string) {
  return (request: Message, response: ServerResponse, next: () => void): void => {
    note(name, request);
    if (request.headers['x-deny'] !== name) return next();
    response.statusCode = 403;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ code: name }));
  };
}

export function note(name: string, { method = '', url = '', originalUrl, headers }: Message): void {
  traces.get(String(headers['x-id']))?.push(`${name} ${method} ${originalUrl ?? url}`);
}

const open = new PublicAccess();
const batch = { batch: true } as const;

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('', HttpMethod.Post, open, batch)
  create(title: string) {
    return { created: title };
  }

  @RestRoute('/{slug}', HttpMethod.Get, open)
  one(slug: string, request: RestRequest) {
    note('method', request.raw as Message);
    return { slug, original: request.original };
  }

  @RestRoute('/{slug}', HttpMethod.Post, open)
  post(slug: string, request: RestRequest) {
    note('method', request.raw as Message);
    return { posted: slug };
  }

  @RestRoute('/{slug}', HttpMethod.Put, open)
  async update(
    slug: string,
    title: string,
    request: RestRequest,
    cover: UploadedFile | null = null,
  ) {
    const { rawBody } = request.raw as { readonly rawBody?: Buffer };
    const file = cover === null ? null : (await cover.bytes()).toString();
    return { slug, title, file, rawBody: rawBody?.toString() ?? null };
  }

  @RestRoute('/{slug}', HttpMethod.Delete, open, batch)
  remove(slug: string, request: RestRequest) {
    note('method', request.raw as Message);
    return { removed: slug, original: request.original };
  }
}

@RestController('v1', '/pub')
class PubController {
  @RestRoute('', HttpMethod.Get, open)
  pub() {
    return { pub: true };
  }

  @RestRoute('/{name}', HttpMethod.Get, open)
  below(name: string) {
    return { name };
  }
}

@RestController('v1', '/links')
class LinksController {
  @RestRoute('', HttpMethod.Get, open)
  links(href: string) {
    return new RestResponse({ linked: true }).link('to', href, { embeddable: true });
  }

  @RestRoute('/cached', HttpMethod.Get, open)
  @Cache({ ttl: '1m' })
  cached() {
    return { cached: true };
  }
}

class NotingGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Message & { readonly body?: unknown }>();
    note(`plain guard ${JSON.stringify(request.body ?? null)}`, request);
    return true;
  }
}

/** Plain handlers beside the routes: Express and Fastify lead their requests to them. */
@Controller('api/acme/v1/items')
class PlainController {
  @Post('wipe')
  @UseGuards(NotingGuard)
  wipe(@Body() body: unknown, @Req() { method }: { readonly method: string }) {
    return { wiped: body, method };
  }

  @Get('plain')
  plain() {
    return { plain: true };
  }

  @Put('own')
  @UseGuards(NotingGuard)
  own() {
    return { own: true };
  }
}

/** Adds a cookie when the head of a response is written, as sessions do, and a line to a header. */
function late({ headers }: Message, response: ServerResponse, next: () => void): void {
  response.appendHeader('x-line', 'one');
  if (headers['x-late'] !== undefined) {
    const write = response.writeHead.bind(response);
    response.writeHead = (status: number, given: unknown = {}) => {
      for (const [key, value] of Object.entries(given as Record<string, string>)) {
        response.setHeader(key, value);
      }
      response.setHeader('set-cookie', 'late=1');
      return write(status);
    };
  }
  next();
}

@Module({
  imports: [RestModule.forRoot({ namespace: 'acme', batch: true })],
  controllers: [PlainController],
  providers: [ItemsController, PubController, LinksController],
})
export class WaysModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    const items = 'api/acme/v1/items/:slug';
    const post = { path: items, method: RequestMethod.POST };
    consumer
      .apply(late)
      .forRoutes('api/acme/v1/*rest')
      .apply(watch('path'))
      .forRoutes(items)
      .apply(watch('delete'))
      .forRoutes({ path: items, method: RequestMethod.DELETE })
      .apply(watch('post'))
      .forRoutes(post)
      .apply(watch('all but post'))
      .exclude(post)
      .forRoutes(items)
      .apply(watch('pub'))
      .exclude('api/acme/v1/pub/{*rest}')
      .forRoutes('api/acme/v1/pub');
  }
}
