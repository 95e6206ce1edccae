import { Module } from '@nestjs/common';
import { AdminModule } from './admin.module.js';
import { BooksController } from './books.controller.js';
import { BooksService } from './books.service.js';
import { MixedController } from './mixed.controller.js';

@Module({
  imports: [AdminModule],
  controllers: [BooksController, MixedController],
  providers: [BooksService],
})
export class AppModule {}
