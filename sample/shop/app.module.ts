import { Module } from '@nestjs/common';
import { RestModule } from 'nestjs-rest-routes';
import { McpModule } from 'nestjs-rest-routes/mcp';
import { OpenApiModule } from 'nestjs-rest-routes/openapi';
import { OrdersModule } from './orders/orders.module.js';
import { PaymentsModule } from './payments/payments.module.js';
import { ProductsModule } from './products/products.module.js';
import { Settings, SettingsModule } from './settings.js';
import { TokenGuard } from './users/token.guard.js';
import { UsersModule } from './users/users.module.js';
import { ROLES } from './users/users.service.js';

@Module({
  imports: [
    RestModule.forRootAsync({
      imports: [SettingsModule],
      inject: [Settings],
      useFactory: ({ namespace }: Settings) => ({
        namespace,
        style: 'nest',
        roles: ROLES,
        // The guard only finds the user, so that shared caches may keep the list of products.
        cache: { uniform: [TokenGuard] },
      }),
    }),
    OpenApiModule.forRoot({ info: { title: 'Shop' }, bodies: 'json' }),
    McpModule.forRoot({ name: 'shop', version: '1.0.0' }),
    UsersModule,
    ProductsModule,
    OrdersModule,
    PaymentsModule,
  ],
})
export class AppModule {}
