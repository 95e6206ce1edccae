import { RestException, RestResponse } from 'nestjs-rest-routes';

/** A record of a store: its id, and what its client has sent. */
export type Record = Readonly<{ id: number } & { [name: string]: unknown }>;

/** The body of a batch of WooCommerce: lists of records, and of ids. */
export interface Changes {
  readonly create?: readonly object[];
  readonly update?: readonly Record[];
  readonly delete?: readonly number[];
}

/** How a store calls its records and their errors. */
interface Names {
  /** `woocommerce_rest_product_invalid_id` of `woocommerce_rest_product`. */
  readonly code: string;
  readonly hasTrash: boolean;
}

/** Records in memory, in the order of their creation. */
export class Records {
  readonly #all = new Map<number, Record>();
  #next = 1;

  constructor(private readonly names: Names) {}

  create(data: object): Record {
    const record: Record = { ...this.defaults(), ...data, id: this.#next++ };
    this.#all.set(record.id, record);
    return record;
  }

  /** The response to a POST. */
  created(data: object): RestResponse<Record> {
    return new RestResponse(this.create(data), 201);
  }

  find(id: number): Record {
    const record = this.#all.get(id);
    if (record !== undefined) return record;
    throw new RestException(`${this.names.code}_invalid_id`, 'Invalid ID.', 404);
  }

  /** @param ids Only those; all if there are none. */
  page(
    page: number,
    perPage: number,
    search = '',
    ids: readonly number[] = [],
  ): RestResponse<Record[]> {
    const found = [...this.#all.values()].filter(
      (one) => JSON.stringify(one).includes(search) && (ids.length === 0 || ids.includes(one.id)),
    );
    const shown = found.slice((page - 1) * perPage, page * perPage);
    return new RestResponse(shown).paged(found.length, { page, per_page: perPage });
  }

  /** What a client does not send stays. */
  update(id: number, data: object): Record {
    const sent = Object.entries(data).filter(([, value]) => value !== undefined);
    const record: Record = { ...this.find(id), ...Object.fromEntries(sent), id };
    this.#all.set(id, record);
    return record;
  }

  /** Moves a record to the trash; deletes it with `force`. */
  remove(id: number, force: boolean): Record {
    const record = this.find(id);
    if (force) this.#all.delete(id);
    else if (this.names.hasTrash) return this.update(id, { status: 'trash' });
    else {
      throw new RestException(`${this.names.code}_trash_not_supported`, 'It has no trash.', 501);
    }
    return record;
  }

  /** Each change on its own: one that fails has its error in the place of its record. */
  change({ create = [], update = [], delete: ids = [] }: Changes): object {
    return {
      create: create.map((data) => this.create(data)),
      update: update.map((data) => orError(data.id, () => this.update(data.id, data))),
      delete: ids.map((id) => orError(id, () => this.remove(id, true))),
    };
  }

  private defaults(): object {
    return this.names.hasTrash ? { status: 'publish' } : {};
  }
}

function orError(id: number, change: () => Record): object {
  try {
    return change();
  } catch (error) {
    if (!(error instanceof RestException)) throw error;
    return { id, error: error.getResponse() };
  }
}
