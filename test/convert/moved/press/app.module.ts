import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { ArticlesController } from './articles.controller.js';
import { ArticlesService } from './articles.service.js';
import { AuthorsController } from './authors.controller.js';
import { ApiKeyGuard } from './api-key.guard.js';
import { TransformInterceptor } from './transform.interceptor.js';

@Module({
  controllers: [ArticlesController, AuthorsController],
  providers: [
    ArticlesService,
    ApiKeyGuard,
    { provide: APP_INTERCEPTOR, useClass: TransformInterceptor },
  ],
})
export class AppModule {}
