import { Module } from '@nestjs/common';
import { OrdersModule } from '../orders/orders.module.js';
import { SettingsModule } from '../settings.js';
import { PaymentsController } from './payments.controller.js';

@Module({ imports: [OrdersModule, SettingsModule], controllers: [PaymentsController] })
export class PaymentsModule {}
