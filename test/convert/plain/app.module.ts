import { Module } from '@nestjs/common';
import { BooksController } from './books.controller.js';
import { BooksService } from './books.service.js';
import { MixedController } from './mixed.controller.js';

@Module({ imports: [], controllers: [BooksController, MixedController], providers: [BooksService] })
export class AppModule {}
