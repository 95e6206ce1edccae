import { Injectable } from '@nestjs/common';
import { RestException, type UploadedFile } from 'nestjs-rest-routes';
import { Kind, type Product } from './product.js';

/** What of a product changes. What is absent stays. */
export type ProductChange = { [Name in keyof NewProduct]?: NewProduct[Name] | undefined };

export type NewProduct = Omit<Product, 'id' | 'version'>;

/** What a list shows. */
export interface ProductFilter {
  readonly search: string;
  readonly kind: Kind | null;
}

interface Photo {
  readonly type: string;
  readonly content: Uint8Array;
}

/** In place of a table of products. */
@Injectable()
export class ProductsService {
  readonly #products = new Map(
    Array.from({ length: 24 }, (_, at) => [at + 1, exampleOf(at + 1)] as const),
  );
  readonly #photos = new Map<number, Photo>();

  find({ search, kind }: ProductFilter): readonly Product[] {
    const wanted = search.toLowerCase();
    return [...this.#products.values()].filter(
      (one) => one.name.toLowerCase().includes(wanted) && (kind === null || one.kind === kind),
    );
  }

  /** @throws RestException `product_not_found` */
  one(id: number): Product {
    const product = this.#products.get(id);
    if (product === undefined)
      throw new RestException('product_not_found', `There is no product ${id}.`, 404);
    return product;
  }

  create(values: NewProduct): Product {
    const product = { id: Math.max(0, ...this.#products.keys()) + 1, ...values, version: 1 };
    this.#products.set(product.id, product);
    return product;
  }

  /** @throws RestException `product_not_found` */
  update(id: number, { name, kind, price, stock }: ProductChange): Product {
    const old = this.one(id);
    const product = {
      id,
      name: name ?? old.name,
      kind: kind ?? old.kind,
      price: price ?? old.price,
      stock: stock ?? old.stock,
      version: old.version + 1,
    };
    this.#products.set(id, product);
    return product;
  }

  /** @throws RestException `product_not_found` */
  remove(id: number): void {
    this.one(id);
    this.#products.delete(id);
    this.#photos.delete(id);
  }

  /** @throws RestException `product_not_found` */
  async storePhoto(id: number, file: UploadedFile): Promise<void> {
    this.one(id);
    this.#photos.set(id, { type: file.type, content: await file.bytes() });
  }

  /** @throws RestException `photo_not_found` */
  photoOf(id: number): Photo {
    const photo = this.#photos.get(id);
    if (photo === undefined)
      throw new RestException('photo_not_found', `Product ${id} has no photo.`, 404);
    return photo;
  }
}

function exampleOf(id: number): Product {
  const kind = id % 3 === 0 ? Kind.Game : Kind.Book;
  const name = `${kind === Kind.Game ? 'Game' : 'Book'} ${id}`;
  return { id, name, kind, price: 900, stock: 5, version: 1 };
}
