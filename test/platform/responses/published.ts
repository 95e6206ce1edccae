import type { RequestHandler } from 'express';
import { createRequire } from 'node:module';
import type { ServerResponse } from 'node:http';

const load = createRequire(import.meta.url);

/** Packages as published that have no types. */
export const mung = load('express-mung') as {
  json(change: (body: unknown) => unknown, options?: { mungError?: boolean }): RequestHandler;
  jsonAsync(
    change: (body: unknown) => Promise<unknown>,
    options?: { mungError?: boolean },
  ): RequestHandler;
  headers(change: (request: unknown, response: ServerResponse) => void): RequestHandler;
};

export const interceptor = load('express-interceptor') as (
  make: (
    request: unknown,
    response: ServerResponse,
  ) => {
    isInterceptable(): boolean;
    intercept(body: string, send: (body: string) => void): void;
  },
) => RequestHandler;

export const morgan = load('morgan') as (
  format: string,
  options: { stream: { write(line: string): void } },
) => RequestHandler;

export const responseTime = load('response-time') as () => RequestHandler;

export const onHeaders = load('on-headers') as (
  response: ServerResponse,
  listener: (this: ServerResponse) => void,
) => void;
