import { ValidationPipe, type INestApplication } from '@nestjs/common';

export function setUp(app: INestApplication): void {
  app.setGlobalPrefix('api');
  app.enableCors({ origin: 'https://desk.example', exposedHeaders: ['X-Total'] });
  app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }));
}
