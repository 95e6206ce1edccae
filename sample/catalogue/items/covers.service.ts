import { LazyInjectable, RestException, type UploadedFile } from 'nestjs-rest-routes';
import { Database, type Row } from '../database/database.js';
import { ItemsService } from './items.service.js';

/** A picture of an item, as it is stored. */
export interface Cover {
  readonly type: string;
  readonly content: Uint8Array;
}

@LazyInjectable()
export class CoversService {
  constructor(
    private readonly database: Database,
    private readonly items: ItemsService,
  ) {}

  /** Replaces the cover that the item has. @throws RestException `item_not_found` */
  async store(id: number, file: UploadedFile): Promise<void> {
    const { id: item } = await this.items.one(id);
    await this.database.query(
      `INSERT INTO covers (item_id, type, content) VALUES ($1, $2, $3)
        ON CONFLICT (item_id) DO UPDATE SET type = excluded.type, content = excluded.content`,
      [item, file.type, await file.bytes()],
    );
  }

  /** @throws RestException `cover_not_found` */
  async of(id: number): Promise<Cover> {
    const [cover] = await this.database.query<Cover & Row>(
      'SELECT type, content FROM covers WHERE item_id = $1',
      [id],
    );
    if (cover !== undefined) return cover;
    throw new RestException('cover_not_found', `Item ${id} has no cover.`, 404, { id });
  }
}
