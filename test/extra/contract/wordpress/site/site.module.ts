import { Global, Module } from '@nestjs/common';
import { RestModule } from 'nestjs-rest-routes';
import {
  Content,
  MediaController,
  PostsController,
  TypesController,
} from './content.controllers.js';
import { Shop } from './shop.js';

/** The routes of WordPress itself that its clients use, and the stores. */
@Global()
@Module({
  imports: [RestModule.forFeature({ namespace: 'wp' })],
  providers: [Shop, Content, PostsController, MediaController, TypesController],
  exports: [Shop],
})
export class SiteModule {}
