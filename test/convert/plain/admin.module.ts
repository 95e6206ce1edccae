import { Module } from '@nestjs/common';
import { RouterModule, type Routes } from '@nestjs/core';
import { PartsController, ReportsController, ThingsController } from './admin.controllers.js';

@Module({ controllers: [ReportsController] })
export class ReportsModule {}

@Module({ controllers: [ThingsController] })
export class ThingsModule {}

@Module({ controllers: [PartsController] })
export class PartsModule {}

const ROUTES: Routes = [
  {
    path: '/admin',
    module: ReportsModule,
    children: [{ path: 'deep', module: ThingsModule }, PartsModule],
  },
];

@Module({ imports: [ReportsModule, ThingsModule, PartsModule, RouterModule.register(ROUTES)] })
export class AdminModule {}
