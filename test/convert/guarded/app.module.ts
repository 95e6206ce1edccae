import { Module } from '@nestjs/common';
import { RestModule } from 'nestjs-rest-routes';
import { InheritedController, OrgsController } from './orgs.controller.js';
import { UsersController } from './users.controller.js';

@Module({
  imports: [RestModule.forRoot({ namespace: 'shop', errors: 'nest' })],
  controllers: [OrgsController, InheritedController, UsersController],
})
export class AppModule {}
