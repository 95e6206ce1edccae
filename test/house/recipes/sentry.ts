import { subscribe } from 'node:diagnostics_channel';
import * as Sentry from '@sentry/node';
import type { RouteEvent } from 'nestjs-rest-routes';

Sentry.init({ dsn: process.env['SENTRY_DSN'] });

// Errors are grouped by the pattern of their route.
subscribe('nestjs-rest-routes:matched', (event) => {
  const { method, route } = event as RouteEvent;
  Sentry.getIsolationScope().setTransactionName(`${method} ${route}`);
});
