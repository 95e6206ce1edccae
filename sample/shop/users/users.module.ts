import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { SettingsModule } from '../settings.js';
import { TokenGuard } from './token.guard.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [SettingsModule],
  providers: [UsersService, { provide: APP_GUARD, useClass: TokenGuard }],
})
export class UsersModule {}
