import { StreamableFile } from '@nestjs/common';
import {
  Cache,
  Callback,
  Capability,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestException,
  RestResponse,
  RestRoute,
  type int,
  type RestRequest,
} from 'nestjs-rest-routes';

export interface Item {
  id: int;
  title: string;
  kind: 'book' | 'film' | null;
}

interface Category {
  name: string;
  children: Category[];
}

/** What the methods have received, in order. */
export const received: unknown[] = [];

/** Requests that wait for `release`. */
export const waiting = { started: 0, aborted: 0, release: (): void => undefined };

const ITEM: Item = { id: 7, title: 'Momo', kind: 'book' };

@RestController('v1', '/items')
export class ItemsController {
  /**
   * Lists items.
   *
   * @param search A part of the title.
   */
  @RestRoute('', HttpMethod.Get, new PublicAccess(), { tool: true })
  list(
    @Param({ minimum: 1 }) page: int = 1,
    search: string | null = null,
    tags: string[] = ['all'],
    size?: { width: int; height: int },
  ): RestResponse<readonly Item[]> {
    received.push({ page, search, tags, size });
    return new RestResponse([ITEM] as const).paged(21, { page, per_page: 10 });
  }

  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess(), {
    tool: { title: 'One item', description: 'Reads the item with a number.' },
  })
  one(id: int): Item {
    if (id === 404) throw new RestException('acme_no_item', 'There is no such item.', 404);
    if (id === 500) throw new Error('a secret of the database');
    return { ...ITEM, id };
  }

  @RestRoute('', HttpMethod.Post, new Capability('edit_items'), {
    tool: { annotations: { destructiveHint: false, openWorldHint: false } },
  })
  create(
    @Param({ minLength: 2 }) title: string,
    kind: 'book' | 'film' | null,
    request: RestRequest,
  ): RestResponse<Item> {
    received.push({ title, kind, arguments: request.arguments, body: request.body });
    return new RestResponse({ id: 8, title, kind }, 201);
  }

  @RestRoute('/{id}', HttpMethod.Put, new Callback(ItemsController.mayReplace), { tool: true })
  replace(id: int, title: string): Item {
    return { ...ITEM, id, title };
  }

  @RestRoute('/{id}', HttpMethod.Delete, new Capability('delete_items'), {
    tool: { name: 'remove-item', annotations: { idempotentHint: false } },
  })
  remove(id: int): void {
    received.push({ removed: id });
  }

  /** Not a tool. */
  @RestRoute('/secret', HttpMethod.Get, new PublicAccess())
  secret(): string {
    received.push('secret');
    return 'not a tool';
  }

  static mayReplace(id: int, request: RestRequest<{ readonly id: number } | undefined>): boolean {
    return request.user?.id === id;
  }
}

@RestController('v1', '/pages')
export class PagesController {
  static made = 0;

  @RestRoute('/{slug}', HttpMethod.Get, new PublicAccess(), { tool: true })
  bySlug(slug: string): string {
    return `page ${slug}`;
  }

  /** A literal beside the placeholder above. */
  @RestRoute('/hidden', HttpMethod.Get, new PublicAccess())
  hidden(): string {
    received.push('hidden');
    return 'hidden';
  }

  @RestRoute('/tree/{name}', HttpMethod.Get, new PublicAccess(), { tool: true })
  tree(name: string): Category {
    return { name, children: [{ name: 'leaf', children: [] }] };
  }

  @RestRoute('/count/of', HttpMethod.Get, new PublicAccess(), { tool: true })
  @Cache({ ttl: '1m' })
  count(): { made: int } {
    PagesController.made += 1;
    return { made: PagesController.made };
  }

  @RestRoute('/for/me', HttpMethod.Get, new Capability('read'), { tool: true })
  @Cache({ ttl: '1m', vary: 'user' })
  mine(request: RestRequest<{ readonly id: number } | undefined>): { user: int; agent: string } {
    return { user: request.user?.id ?? 0, agent: request.headers['x-agent']?.toString() ?? '' };
  }

  @RestRoute('/files/{name}', HttpMethod.Get, new PublicAccess(), { tool: true })
  file(name: 'small' | 'large' | 'text'): StreamableFile {
    if (name === 'text') return new StreamableFile(Buffer.from('a,b'), { type: 'text/csv' });
    const bytes = Buffer.alloc(name === 'small' ? 3 : 2_000_000, 7);
    return new StreamableFile(bytes, { type: 'image/png' });
  }

  @RestRoute('/texts/{length}', HttpMethod.Get, new PublicAccess(), { tool: true })
  text(length: int): { text: string } {
    return { text: 'x'.repeat(length) };
  }

  @RestRoute('/slow/of', HttpMethod.Post, new PublicAccess(), {
    tool: { name: 'slow', annotations: { readOnlyHint: true } },
  })
  async slow(request: RestRequest<unknown, { readonly raw?: unknown }>): Promise<string> {
    const { raw } = request;
    const message = (raw.raw ?? raw) as { on(name: 'close', listener: () => void): void };
    waiting.started += 1;
    await new Promise<void>((resolve) => {
      waiting.release = resolve;
      message.on('close', () => {
        waiting.aborted += 1;
        resolve();
      });
    });
    return 'done';
  }
}
