import type { INestApplication } from '@nestjs/common';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { openApiDocument, OpenApiDocuments } from 'nestjs-rest-routes/openapi';
import { expectTypeOf, test } from 'vitest';

declare const app: INestApplication;

test('SwaggerModule.setup accepts a document without a cast', () => {
  SwaggerModule.setup('reference', app, () => app.get(OpenApiDocuments).document('acme/v1'));
  SwaggerModule.setup('reference', app, openApiDocument([]));
  expectTypeOf<ReturnType<OpenApiDocuments['document']>>().toExtend<OpenAPIObject>();
});
