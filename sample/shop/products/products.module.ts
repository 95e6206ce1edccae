import { Module } from '@nestjs/common';
import { PhotosController } from './photos.controller.js';
import { ProductsController } from './products.controller.js';
import { ProductsService } from './products.service.js';

@Module({
  controllers: [ProductsController, PhotosController],
  providers: [ProductsService],
  exports: [ProductsService],
})
export class ProductsModule {}
