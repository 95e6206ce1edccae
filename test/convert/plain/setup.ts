import { ValidationPipe, VersioningType, type INestApplication } from '@nestjs/common';

export function setUp(app: INestApplication): void {
  app.setGlobalPrefix('api');
  app.enableVersioning({ type: VersioningType.URI });
  app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }));
}
