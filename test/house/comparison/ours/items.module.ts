import { Module } from '@nestjs/common';
import {
  Cache,
  Capability,
  HttpMethod,
  Param,
  PublicAccess,
  RestCache,
  RestController,
  RestException,
  RestModule,
  RestResponse,
  RestRoute,
  ValueClass,
  type int,
} from 'nestjs-rest-routes';
import { ItemsService, Kind, type Item } from '../items.js';

@ValueClass()
export class PartValue {
  @Param({ minLength: 1 }) sku!: string;
  @Param({ minimum: 1, maximum: 99 }) count!: int;
}

@RestController('v1', '/items')
export class ItemsController {
  constructor(
    private readonly items: ItemsService,
    private readonly cache: RestCache,
  ) {}

  /** Lists items. */
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '1m', tags: ['items'] })
  list(
    @Param({ minimum: 1 }) page: int = 1,
    @Param({ minimum: 1, maximum: 100 }) per_page: int = 10,
    kind: Kind | null = null,
    @Param({ maxLength: 100 }) search: string | null = null,
  ): RestResponse<Item[]> {
    const found = this.items.find(kind, search);
    const shown = found.slice((page - 1) * per_page, page * per_page);
    return new RestResponse(shown).paged(found.length, { page, per_page });
  }

  /** One item. */
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int): Item {
    const item = this.items.one(id);
    if (item === undefined) throw new RestException('item_not_found', `No item ${id}.`, 404);
    return item;
  }

  /** Creates an item. */
  @RestRoute('', HttpMethod.Post, new Capability('edit_items'))
  async create(
    @Param({ minLength: 2, maxLength: 80 }) title: string,
    kind: Kind,
    parts: PartValue[] = [],
  ): Promise<RestResponse<Item>> {
    const item = this.items.create(title, kind, parts);
    await this.cache.purgeTags('items');
    return new RestResponse(item, 201);
  }

  /** Renames an item. */
  @RestRoute('/{id}', HttpMethod.Put, new Capability('edit_items'))
  async update(id: int, @Param({ minLength: 2, maxLength: 80 }) title: string): Promise<Item> {
    const item = this.items.update(this.one(id), title);
    await this.cache.purgeTags('items');
    return item;
  }

  /** Removes an item. */
  @RestRoute('/{id}', HttpMethod.Delete, new Capability('delete_items'))
  async remove(id: int): Promise<void> {
    this.items.remove(this.one(id).id);
    await this.cache.purgeTags('items');
  }
}

@Module({
  imports: [
    RestModule.forRoot({
      namespace: 'acme',
      roles: { editor: ['edit_items'], admin: ['edit_items', 'delete_items'] },
    }),
  ],
  providers: [ItemsController, ItemsService],
})
export class ItemsModule {}
