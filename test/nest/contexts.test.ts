import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  DeclarationException,
  HttpMethod,
  PublicAccess,
  RestController,
  RestModule,
  RestRoute,
} from 'nestjs-rest-routes';
import { expect, test } from 'vitest';
import { UnnamedPlaceholderController } from '../decorators/wrong-controllers.js';

@RestController('v1')
class PingController {
  @RestRoute('/ping', HttpMethod.Get, new PublicAccess())
  ping() {
    return 'pong';
  }
}

@Module({ imports: [RestModule.forRoot({ namespace: 'acme' })], providers: [PingController] })
class AppModule {}

@Module({
  imports: [RestModule.forRoot({ namespace: 'acme' })],
  providers: [UnnamedPlaceholderController],
})
class WrongModule {}

test('an application context without HTTP starts and serves nothing', async () => {
  const context = await NestFactory.createApplicationContext(AppModule, { logger: false });
  await context.close();
});

test('an application context without HTTP does not start with an invalid declaration', async () => {
  const starting = NestFactory.createApplicationContext(WrongModule, {
    logger: false,
    abortOnError: false,
  });
  await expect(starting).rejects.toBeInstanceOf(DeclarationException);
});
