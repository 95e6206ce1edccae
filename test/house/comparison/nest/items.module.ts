import { CacheModule } from '@nestjs/cache-manager';
import { Module, ValidationPipe } from '@nestjs/common';
import { APP_PIPE } from '@nestjs/core';
import { ItemsService } from '../items.js';
import { ItemsController } from './items.controller.js';

@Module({
  imports: [CacheModule.register()],
  controllers: [ItemsController],
  providers: [
    ItemsService,
    { provide: APP_PIPE, useValue: new ValidationPipe({ transform: true, whitelist: true }) },
  ],
})
export class ItemsModule {}
