import { StreamableFile } from '@nestjs/common';
import {
  Capability,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestResponse,
  RestRoute,
  UploadedFile,
  type int,
} from 'nestjs-rest-routes';
import { CoversService } from './covers.service.js';

@RestController('v1', '/items/{id}/cover')
export class CoversController {
  constructor(private readonly covers: CoversService) {}

  /**
   * Stores the cover of an item in place of the one that it has.
   *
   * @param cover A picture: PNG, JPEG or WebP.
   */
  @RestRoute('', HttpMethod.Post, new Capability('edit_items'))
  async replace(
    id: int,
    @Param({ maxSize: '1 MiB', mediaTypes: ['image/png', 'image/jpeg', 'image/webp'] })
    cover: UploadedFile,
  ): Promise<RestResponse<{ readonly type: string; readonly size: int }>> {
    await this.covers.store(id, cover);
    const { type, size } = cover;
    return RestResponse.created({ type, size }, `/acme/v1/items/${id}/cover`);
  }

  @RestRoute('', HttpMethod.Get, new PublicAccess())
  async show(id: int): Promise<StreamableFile> {
    const { type, content } = await this.covers.of(id);
    return new StreamableFile(content, { type, length: content.length });
  }
}
