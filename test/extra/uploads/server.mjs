// An application with uploads in a process of its own, whose memory and descriptors the parent asks for.
import 'reflect-metadata';
import { readdirSync, readlinkSync } from 'node:fs';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import {
  Capability,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestModule,
  RestRoute,
  UploadedFile,
} from 'nestjs-rest-routes';

const [adapter, folder] = process.argv.slice(2);

class FilesController {
  take(file) {
    return { size: file.size };
  }
  field(title) {
    return { length: title.length };
  }
  closed(file) {
    return { size: file.size };
  }
}
RestController('v1', '/files')(FilesController);
route('take', '', new PublicAccess(), { name: 'file', type: UploadedFile });
route('field', '/field', new PublicAccess(), { name: 'title', type: 'string', default: '' });
route('closed', '/closed', new Capability('upload'), { name: 'file', type: UploadedFile });

function route(name, path, permission, parameter) {
  const { prototype } = FilesController;
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
  RestRoute(path, HttpMethod.Post, permission)(prototype, name, descriptor);
  Param(parameter)(prototype, name, 0);
}

class AppModule {}
const uploads = { maxFileSize: '10 MiB', maxFiles: 100, folder };
Module({
  imports: [RestModule.forRoot({ namespace: 'acme', bodyLimit: 2 ** 26, uploads })],
  providers: [FilesController],
})(AppModule);

const server = adapter === 'fastify' ? new FastifyAdapter() : new ExpressAdapter();
const app = await NestFactory.create(AppModule, server, { logger: ['error'] });
await app.listen(0, '127.0.0.1');

let peak = 0;
setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5).unref();
process.on('message', (question) => {
  if (question === 'stop') return void app.close().then(() => process.exit());
  if (question === 'settle') {
    globalThis.gc?.();
    peak = process.memoryUsage.rss();
  }
  process.send({
    rss: process.memoryUsage.rss(),
    buffers: process.memoryUsage().arrayBuffers,
    peak: Math.max(peak, process.memoryUsage.rss()),
    descriptors: readdirSync('/proc/self/fd').length,
    removed: deletedFiles(),
    cpu: process.cpuUsage().user + process.cpuUsage().system,
  });
});
process.send({ port: app.getHttpServer().address().port });

/** Descriptors of files without a name. */
function deletedFiles() {
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes('upload-');
    } catch {
      return false; // of the listing itself
    }
  }).length;
}
