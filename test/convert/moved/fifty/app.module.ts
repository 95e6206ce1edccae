import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AuthGuard } from './auth.guard.js';
import { MembersController, NotesController, OddController } from './members.controller.js';
import { ThingsController } from './parameters.controller.js';
import {
  BirdsController,
  CatsController,
  DogsController,
  FishController,
} from './rows.controllers.js';

@Module({
  controllers: [
    BirdsController,
    CatsController,
    DogsController,
    FishController,
    MembersController,
    NotesController,
    OddController,
    ThingsController,
  ],
  providers: [{ provide: APP_GUARD, useClass: AuthGuard }],
})
export class AppModule {}
