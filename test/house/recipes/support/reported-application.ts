// Started by a test, with @sentry/node as it is published.
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import * as Sentry from '@sentry/node';
import type { IncomingHttpHeaders } from 'node:http';
import { PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';
import { ReportingFilter } from '../reporting-filter.js';
import { Meeting, serve } from './serve.js';

const meeting = new Meeting();

@Injectable()
class UserGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<{ headers: IncomingHttpHeaders }>();
    Sentry.setUser({ id: String(headers['x-user']) });
    return true;
  }
}

@RestController('v1', '/notes')
class NotesController {
  @RestRoute('/{id}', 'POST', new PublicAccess())
  async create(id: int, title: string): Promise<void> {
    Sentry.addBreadcrumb({ category: 'note', message: title });
    await meeting.arrive();
    throw new Error(`The note ${title} is not saved.`);
  }
}

await serve([
  NotesController,
  { provide: APP_GUARD, useClass: UserGuard },
  { provide: APP_FILTER, useClass: ReportingFilter },
]);
