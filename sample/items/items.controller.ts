import {
  Cache,
  Capability,
  HttpMethod,
  Param,
  PublicAccess,
  RestCache,
  RestController,
  RestResponse,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { CurrentUser } from '../users/current-user.decorator.js';
import type { User } from '../users/users.service.js';
import { Kind, type Item } from './item.js';
import { linkedItem } from './item-links.js';
import { ItemsService } from './items.service.js';

@RestController('v1', '/items')
export class ItemsController {
  constructor(
    private readonly items: ItemsService,
    private readonly cache: RestCache,
  ) {}

  /**
   * Lists items.
   *
   * @param search A part of the title.
   * @param since Only items added since then.
   */
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '1m', staleWhileRevalidate: '1m', tags: ['items'] })
  async list(
    @Param({ minimum: 1 }) page: int = 1,
    @Param({ minimum: 1, maximum: 100 }) per_page: int = 10,
    kind: Kind | null = null,
    @Param({ maxLength: 100 }) search: string | null = null,
    since?: Date,
  ): Promise<RestResponse<readonly Item[]>> {
    const found = await this.items.find({ page, perPage: per_page, kind, search, since });
    const items = found.items.map(linkedItem);
    return new RestResponse(items).paged({ total: found.total, page, perPage: per_page });
  }

  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  async one(id: int): Promise<Item> {
    return linkedItem(await this.items.one(id));
  }

  @RestRoute('', HttpMethod.Post, new Capability('edit_items'), { batch: true })
  async create(
    @CurrentUser() user: User,
    @Param({ minLength: 2, maxLength: 80 }) title: string,
    kind: Kind,
    @Param({ minimum: 0, maximum: 99_999 }) price: number,
    @Param({ minimum: 0, maximum: 10_000 }) stock: int = 0,
  ): Promise<RestResponse<Item>> {
    const item = await this.items.create({ title, kind, price, stock, author: user.id });
    await this.cache.purgeTags('items');
    return new RestResponse(linkedItem(item), 201).header(
      'Location',
      `/api/acme/v1/items/${item.id}`,
    );
  }

  /** Changes the properties that are sent. */
  @RestRoute('/{id}', [HttpMethod.Put, HttpMethod.Patch], new Capability('edit_items'), {
    batch: true,
  })
  async update(
    id: int,
    @Param({ minLength: 2, maxLength: 80 }) title?: string,
    kind?: Kind,
    @Param({ minimum: 0, maximum: 99_999 }) price?: number,
    @Param({ minimum: 0, maximum: 10_000 }) stock?: int,
  ): Promise<Item> {
    const item = await this.items.update(id, { title, kind, price, stock });
    await this.cache.purgeTags('items');
    return linkedItem(item);
  }

  @RestRoute('/{id}', HttpMethod.Delete, new Capability('delete_items'), { batch: true })
  async remove(id: int): Promise<void> {
    await this.items.remove(id);
    await this.cache.purgeTags('items');
  }
}
