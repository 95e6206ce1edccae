import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { RestModule } from 'nestjs-rest-routes';
import { McpModule } from 'nestjs-rest-routes/mcp';
import { OpenApiModule } from 'nestjs-rest-routes/openapi';
import { cacheOptions } from './cache-options.js';
import { Database } from './database/database.js';
import { HomeController } from './home.controller.js';
import { CoversController } from './items/covers.controller.js';
import { CoversService } from './items/covers.service.js';
import { ItemsController } from './items/items.controller.js';
import { ItemsService } from './items/items.service.js';
import { OrdersController } from './orders/orders.controller.js';
import { OrdersService } from './orders/orders.service.js';
import { MeController } from './users/me.controller.js';
import { SessionsController } from './users/sessions.controller.js';
import { TokenGuard } from './users/token.guard.js';
import { TokensService } from './users/tokens.service.js';
import { UsersController } from './users/users.controller.js';
import { ROLES, UsersService } from './users/users.service.js';

@Module({
  imports: [
    RestModule.forRoot({ namespace: 'acme', roles: ROLES, cache: cacheOptions(), batch: true }),
    OpenApiModule.forRoot({ info: { title: 'Catalogue' } }),
    McpModule.forRoot({ name: 'catalogue', version: '1.0.0' }),
  ],
  controllers: [HomeController],
  providers: [
    ItemsController,
    CoversController,
    OrdersController,
    MeController,
    SessionsController,
    UsersController,
    ItemsService,
    CoversService,
    OrdersService,
    UsersService,
    TokensService,
    Database,
    { provide: APP_GUARD, useClass: TokenGuard },
  ],
})
export class AppModule {}
