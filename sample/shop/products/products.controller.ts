import {
  Arguments,
  Cache,
  Capability,
  HttpMethod,
  Param,
  PublicAccess,
  RestCache,
  RestController,
  RestRequest,
  RestResponse,
  RestRoute,
  RestRoutes,
  type int,
  type Paging,
} from 'nestjs-rest-routes';
import { Kind, type Product } from './product.js';
import { ProductsService } from './products.service.js';

@RestController('v1', '/products')
export class ProductsController {
  constructor(
    private readonly products: ProductsService,
    private readonly cache: RestCache,
    private readonly routes: RestRoutes,
  ) {}

  /**
   * Lists products.
   *
   * @param search A part of the name.
   */
  @RestRoute('', HttpMethod.Get, new PublicAccess(), { tool: true })
  @Cache({ ttl: '1m', tags: ['products'] })
  list(
    @Arguments() paging: Paging,
    @Param({ maxLength: 100 }) search = '',
    kind: Kind | null = null,
  ): RestResponse<readonly Product[]> {
    const found = this.products.find({ search, kind });
    const first = (paging.page - 1) * paging.per_page;
    const page = found.slice(first, first + paging.per_page);
    return new RestResponse(page).paged(found.length, paging);
  }

  /** Reads one product. Its `ETag` is its version. */
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess(), { tool: true, version: 'version' })
  one(id: int): Product {
    return this.products.one(id);
  }

  /** Adds a product. */
  @RestRoute('', HttpMethod.Post, new Capability('edit_products'))
  async create(
    @Param({ minLength: 2, maxLength: 80 }) name: string,
    kind: Kind,
    @Param({ minimum: 0 }) price: int,
    @Param({ minimum: 0 }) stock: int = 0,
  ): Promise<RestResponse<Product, 201>> {
    const product = this.products.create({ name, kind, price, stock });
    await this.cache.purgeTags('products');
    const location = this.routes.path(ProductsController, 'one', { id: product.id });
    return RestResponse.created(product, location);
  }

  /** Changes what is sent, unless the product was changed since the client has read it. */
  @RestRoute('/{id}', HttpMethod.Patch, new Capability('edit_products'), { version: 'version' })
  async update(
    id: int,
    request: RestRequest,
    @Param({ minLength: 2, maxLength: 80 }) name?: string,
    kind?: Kind,
    @Param({ minimum: 0 }) price?: int,
    @Param({ minimum: 0 }) stock?: int,
  ): Promise<Product> {
    // Nothing waits between the comparison and the change. With a database, both are in one transaction.
    request.expectVersion(this.products.one(id));
    const product = this.products.update(id, { name, kind, price, stock });
    await this.cache.purgeTags('products');
    return product;
  }

  /** Removes a product. */
  @RestRoute('/{id}', HttpMethod.Delete, new Capability('edit_products'))
  async remove(id: int): Promise<void> {
    this.products.remove(id);
    await this.cache.purgeTags('products');
  }
}
