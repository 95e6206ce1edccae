import {
  Arguments,
  Cache,
  Capability,
  HttpMethod,
  Param,
  PublicAccess,
  RestCache,
  RestController,
  RestResponse,
  RestRoute,
  RestRoutes,
  type int,
  type Paging,
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
    private readonly routes: RestRoutes,
  ) {}

  /**
   * Lists items.
   *
   * @param search A part of the title.
   * @param since Only items added since then.
   */
  @RestRoute('', HttpMethod.Get, new PublicAccess(), { tool: true })
  @Cache({ ttl: '1m', staleWhileRevalidate: '1m', tags: ['items'] })
  async list(
    @Arguments() paging: Paging,
    kind: Kind | null = null,
    @Param({ maxLength: 100 }) search: string | null = null,
    since?: Date,
  ): Promise<RestResponse<readonly Item[]>> {
    const { page, per_page: perPage } = paging;
    const found = await this.items.find({ page, perPage, kind, search, since });
    const items = found.items.map(linkedItem);
    return new RestResponse(items).paged(found.total, paging);
  }

  /** Reads one item. */
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess(), { tool: true })
  async one(id: int): Promise<Item> {
    return linkedItem(await this.items.one(id));
  }

  /** Adds an item to the catalogue. */
  @RestRoute('', HttpMethod.Post, new Capability('edit_items'), { batch: true, tool: true })
  async create(
    @CurrentUser() user: User,
    @Param({ minLength: 2, maxLength: 80 }) title: string,
    kind: Kind,
    @Param({ minimum: 0, maximum: 99_999 }) price: number,
    @Param({ minimum: 0, maximum: 10_000 }) stock: int = 0,
  ): Promise<RestResponse<Item, 201>> {
    const item = await this.items.create({ title, kind, price, stock, author: user.id });
    await this.cache.purgeTags('items');
    const location = this.routes.path(ItemsController, 'one', { id: item.id });
    return RestResponse.created(linkedItem(item), location);
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
