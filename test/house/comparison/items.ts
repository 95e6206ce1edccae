import { Injectable } from '@nestjs/common';

/** What both ways share: the business itself. */
export interface Part {
  readonly sku: string;
  readonly count: number;
}

export interface Item {
  readonly id: number;
  readonly title: string;
  readonly kind: Kind;
  readonly parts: readonly Part[];
}

export enum Kind {
  Book = 'book',
  Film = 'film',
}

@Injectable()
export class ItemsService {
  readonly #items = new Map<number, Item>();
  #last = 0;

  find(kind: Kind | null, search: string | null): readonly Item[] {
    return [...this.#items.values()].filter(
      (item) =>
        (kind === null || item.kind === kind) && (search === null || item.title.includes(search)),
    );
  }

  one(id: number): Item | undefined {
    return this.#items.get(id);
  }

  create(title: string, kind: Kind, parts: readonly Part[]): Item {
    this.#last += 1;
    const item = { id: this.#last, title, kind, parts };
    this.#items.set(item.id, item);
    return item;
  }

  update(item: Item, title: string): Item {
    const changed = { ...item, title };
    this.#items.set(item.id, changed);
    return changed;
  }

  remove(id: number): void {
    this.#items.delete(id);
  }
}
