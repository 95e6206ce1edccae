import {
  Callback,
  Capability,
  HttpMethod,
  ListOf,
  Param,
  PublicAccess,
  RestController,
  RestModule,
  RestResponse,
  RestRoute,
  ValueClass,
} from 'nestjs-rest-routes';
import type { ModuleMetadata } from '@nestjs/common';
import { fixtureUser } from '../support/fixture-user.js';
import { RootController } from '../support/root.controller.js';

/** The fixture of the recorded exchanges, declared by hand. */

@ValueClass()
export class Line {
  @Param({ type: 'string', minLength: 1 }) sku!: string;
  @Param({ type: 'integer', minimum: 1, maximum: 99 }) qty!: number;
}

const VARIANTS = ['full', 'teaser'] as const;
const variant = { name: 'variant', enum: VARIANTS, default: 'full' } as const;
const id = { name: 'id', type: 'integer' } as const;

@RestController('v1', '/items')
export class ItemsController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(
    @Param({ name: 'page', type: 'integer', minimum: 1, default: 1 }) page: number,
    @Param({ name: 'per_page', type: 'integer', minimum: 1, maximum: 100, default: 10 })
    per_page: number,
    @Param({ name: 'search', type: 'string', nullable: true, default: null }) search: string | null,
    @Param({ name: 'tags', default: [] })
    @ListOf(['new', 'sale', 'used'], { maxItems: 2 })
    tags: string[],
    @Param(variant) variant: string,
  ) {
    return { method: 'list', args: { page, per_page, search, tags, variant } };
  }

  @RestRoute('', HttpMethod.Post, new Capability('edit_items'))
  create(
    @Param({ name: 'title', type: 'string', minLength: 2, maxLength: 40 }) title: string,
    @Param({ name: 'price', type: 'number', minimum: 0 }) price: number,
    @Param({ name: 'email', type: 'string', format: 'email', nullable: true, default: null })
    email: string | null,
    @Param({ name: 'active', type: 'boolean', default: false }) active: boolean,
    @Param({ name: 'lines' }) @ListOf(Line, { minItems: 1, maxItems: 3 }) lines: Line[],
  ) {
    const args = { title, price, email, active, lines };
    return new RestResponse({ method: 'create', args }, 201).header('Location', '/items/101');
  }

  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(@Param(id) id: number, @Param(variant) variant: string) {
    return { method: 'one', args: { id, variant } };
  }

  @RestRoute('/{id}', [HttpMethod.Put, HttpMethod.Patch], new Callback(ItemsController.isEven))
  update(
    @Param(id) id: number,
    @Param({ name: 'title', type: 'string', minLength: 2 }) title: string,
  ) {
    return { method: 'update', args: { id, title } };
  }

  @RestRoute('/{id}', HttpMethod.Delete, new Capability('delete_items'))
  remove(@Param(id) _id: number): void {}

  @RestRoute('/{slug}', HttpMethod.Get, new PublicAccess())
  bySlug(@Param({ name: 'slug', type: 'string' }) slug: string) {
    return { method: 'bySlug', args: { slug } };
  }

  @RestRoute('/{id}/copies', HttpMethod.Post, new Callback(ItemsController.mayCopy))
  copy(
    @Param(id) id: number,
    @Param({ name: 'copies', type: 'integer', minimum: 1, default: 1 }) copies: number,
  ) {
    return { method: 'copy', args: { id, copies } };
  }

  @RestRoute('/{id}/copies', HttpMethod.Get, new PublicAccess())
  copies(@Param(id) id: number) {
    return { method: 'copies', args: { id } };
  }

  static isEven(@Param({ name: 'id' }) id: number): boolean {
    return id % 2 === 0;
  }

  static mayCopy(@Param({ name: 'copies' }) copies: number): boolean {
    return copies <= 5;
  }
}

@RestController('v1', '/kinds')
export class KindsController {
  @RestRoute('/{kind}/top', HttpMethod.Get, new PublicAccess())
  topOfKind(
    @Param({ name: 'kind', enum: ['book', 'film'] }) kind: string,
    @Param({ name: 'n', type: 'integer', minimum: 1, maximum: 50, default: 3 }) n: number,
  ) {
    return { method: 'topOfKind', args: { kind, n } };
  }
}

@RestController('v2', '/items')
export class ItemsV2Controller {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  oneV2(@Param(id) id: number) {
    return { method: 'oneV2', args: { id } };
  }
}

export const fixtureModule: ModuleMetadata = {
  imports: [RestModule.forRoot({ namespace: 'acme', ...fixtureUser })],
  providers: [ItemsController, KindsController, RootController, ItemsV2Controller],
};
