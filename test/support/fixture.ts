import type { ModuleMetadata } from '@nestjs/common';
import {
  Callback,
  Capability,
  Format,
  HttpMethod,
  ListOf,
  Param,
  PublicAccess,
  RestController,
  RestModule,
  RestResponse,
  RestRoute,
  ValueClass,
  type int,
} from 'nestjs-rest-routes';
import { fixtureUser } from './fixture-user.js';
import { RootController } from './root.controller.js';
import { Kind, Tag, type Variant } from './kinds.js';

/** The fixture of the recorded exchanges, as a user writes it: the compiler reads the signatures. */

@ValueClass()
export class Line {
  @Param({ minLength: 1 }) sku!: string;
  @Param({ minimum: 1, maximum: 99 }) qty!: int;
}

@RestController('v1', '/items')
export class ItemsController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(
    @Param({ minimum: 1 }) page: int = 1,
    @Param({ minimum: 1, maximum: 100 }) per_page: int = 10,
    search: string | null = null,
    @ListOf(Tag, { maxItems: 2 }) tags: Tag[] = [],
    variant: Variant = 'full',
  ) {
    return { method: 'list', args: { page, per_page, search, tags, variant } };
  }

  @RestRoute('', HttpMethod.Post, new Capability('edit_items'))
  create(
    @Param({ minLength: 2, maxLength: 40 }) title: string,
    @Param({ minimum: 0 }) price: number,
    @ListOf(Line, { minItems: 1, maxItems: 3 }) lines: Line[],
    @Param({ format: Format.Email }) email: string | null = null,
    active = false,
  ) {
    const args = { title, price, email, active, lines };
    return new RestResponse({ method: 'create', args }, 201).header('Location', '/items/101');
  }

  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int, variant: Variant = 'full') {
    return { method: 'one', args: { id, variant } };
  }

  @RestRoute('/{id}', [HttpMethod.Put, HttpMethod.Patch], new Callback(ItemsController.isEven))
  update(id: int, @Param({ minLength: 2 }) title: string) {
    return { method: 'update', args: { id, title } };
  }

  @RestRoute('/{id}', HttpMethod.Delete, new Capability('delete_items'))
  remove(id: int): void {
    void id;
  }

  @RestRoute('/{slug}', HttpMethod.Get, new PublicAccess())
  bySlug(slug: string) {
    return { method: 'bySlug', args: { slug } };
  }

  @RestRoute('/{id}/copies', HttpMethod.Post, new Callback(ItemsController.mayCopy))
  copy(id: int, @Param({ minimum: 1 }) copies: int = 1) {
    return { method: 'copy', args: { id, copies } };
  }

  @RestRoute('/{id}/copies', HttpMethod.Get, new PublicAccess())
  copies(id: int) {
    return { method: 'copies', args: { id } };
  }

  static isEven(id: int): boolean {
    return id % 2 === 0;
  }

  static mayCopy(copies: int): boolean {
    return copies <= 5;
  }
}

@RestController('v1', '/kinds')
export class KindsController {
  @RestRoute('/{kind}/top', HttpMethod.Get, new PublicAccess())
  topOfKind(kind: Kind, @Param({ minimum: 1, maximum: 50 }) n: int = 3) {
    return { method: 'topOfKind', args: { kind, n } };
  }
}

@RestController('v2', '/items')
export class ItemsV2Controller {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  oneV2(id: int) {
    return { method: 'oneV2', args: { id } };
  }
}

export const fixtureModule: ModuleMetadata = {
  imports: [RestModule.forRoot({ namespace: 'acme', ...fixtureUser })],
  providers: [ItemsController, KindsController, RootController, ItemsV2Controller],
};
