import { Logger } from '@nestjs/common';
import type { Served } from '../http/http-mount.js';
import { overrideMethod } from '../http/method-override.js';
import { addFirstHook } from './fastify-first-hook.js';
import type { FastifyInstance, FastifyRequest } from './fastify-instance.js';
import { urlReader, withoutSlashAtEnd } from './fastify-urls.js';

/**
 * Remembers the URL of each request, and applies method overrides, before any other hook. Fastify has
 * routed a request before any hook or middleware runs, so a URL that they change moves it to no other
 * route: neither of the application nor of the library.
 */
export function addEarlyHook(scope: FastifyInstance, served: Served): void {
  const readUrl = urlReader(scope.initialConfig);
  const isFirst = addFirstHook<FastifyRequest>(scope, (request, _reply, done) => {
    const { raw } = request;
    overrideMethod(raw, served);
    const url = readUrl(raw.url ?? '');
    request.restUrl = url;
    // Middleware that excludes paths below a route would take the slash for the beginning of one.
    if (url.includes('/?') || url.endsWith('/')) raw.url = withoutSlashAtEnd(url, served.prefix);
    done();
  });
  if (!isFirst) {
    new Logger('RestModule').warn(
      'This version of Fastify keeps its hooks elsewhere: method overrides are ignored.',
    );
  }
}
