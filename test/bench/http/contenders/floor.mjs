// What the adapter itself costs: Nest's adapter, and one bare handler that answers everything alike.
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { ITEMS, ORDER } from '../data.mjs';
import { serve } from './nest-application.mjs';

class AppModule {}
Module({})(AppModule);

const { email, lines } = ORDER;
const answer = (method, url) => {
  if (method === 'DELETE') return [401, { code: 'forbidden' }];
  if (method === 'POST') return [201, { email, count: lines.length }];
  if (url === '/items') return [200, ITEMS];
  return [200, { id: 7, variant: 'teaser' }];
};
const isFastify = process.argv[2] === 'fastify';
await serve(AppModule, (app) => {
  const instance = app.getHttpAdapter().getInstance();
  if (isFastify) {
    instance.route({
      method: ['GET', 'POST', 'DELETE'],
      url: '/*',
      handler: (request, reply) => {
        const [status, body] = answer(request.method, request.url);
        reply.code(status).header('content-type', 'application/json; charset=utf-8');
        reply.send(JSON.stringify(body));
      },
    });
    return;
  }
  app.use((request, response) => {
    const [status, body] = answer(request.method, request.url);
    const text = JSON.stringify(body);
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(text)),
    });
    response.end(text);
  });
});
