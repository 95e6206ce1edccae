import { StreamableFile } from '@nestjs/common';
import {
  Capability,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  UploadedFile,
  type int,
} from 'nestjs-rest-routes';
import { ProductsService } from './products.service.js';

@RestController('v1', '/products/{id}/photo')
export class PhotosController {
  constructor(private readonly products: ProductsService) {}

  /**
   * Stores the photo of a product in place of the one that it has.
   *
   * @param photo A picture: PNG or JPEG.
   */
  @RestRoute('', HttpMethod.Put, new Capability('edit_products'))
  async replace(
    id: int,
    @Param({ maxSize: '1 MiB', mediaTypes: ['image/png', 'image/jpeg'] }) photo: UploadedFile,
  ): Promise<{ readonly type: string; readonly size: int }> {
    await this.products.storePhoto(id, photo);
    return { type: photo.type, size: photo.size };
  }

  /** Shows the photo of a product. */
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  show(id: int): StreamableFile {
    const { type, content } = this.products.photoOf(id);
    return new StreamableFile(content, { type, length: content.length });
  }
}
