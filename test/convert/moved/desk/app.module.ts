import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { HttpExceptionFilter } from './http-exception.filter.js';
import { JwtAuthGuard, RolesGuard } from './guards.js';
import { HealthController } from './health.controller.js';
import { Repository } from './repository.js';
import { TicketsController } from './tickets.controller.js';
import { TicketsService } from './tickets.service.js';
import { UsersController } from './users.controller.js';

@Module({
  controllers: [HealthController, TicketsController, UsersController],
  providers: [
    TicketsService,
    JwtAuthGuard,
    RolesGuard,
    Repository,
    { provide: APP_FILTER, useClass: HttpExceptionFilter },
  ],
})
export class AppModule {}
