import { Module, type DynamicModule } from '@nestjs/common';
import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import { ApiReference, REFERENCE_OPTIONS } from './api-reference.js';
import type { OpenApiModuleOptions } from './open-api-module-options.js';

/**
 * Serves a page on which people read and try the API, and an OpenAPI document for each namespace:
 * `/reference` and `/reference/acme/v1.json`. The page is that of `swagger-ui-dist`, which the application
 * installs. Without it, only the documents are served, and a warning is logged.
 *
 * @example
 * @Module({ imports: [RestModule.forRoot(), OpenApiModule.forRoot({ path: 'reference' })] })
 * export class AppModule {}
 *
 * @throws InvalidArgumentException on a path that is empty or no path.
 */
@Module({})
export class OpenApiModule {
  static forRoot(options: OpenApiModuleOptions = {}): DynamicModule {
    const { path = 'reference' } = options;
    const trimmed = path.replace(/^\/+|\/+$/g, '');
    if (!/^[\w.~/-]+$/.test(trimmed)) {
      throw new InvalidArgumentException(
        `OpenApiModule: path is a path such as "reference", not ${JSON.stringify(path)}.`,
      );
    }
    return {
      module: OpenApiModule,
      providers: [
        { provide: REFERENCE_OPTIONS, useValue: { ...options, path: `/${trimmed}` } },
        ApiReference,
      ],
    };
  }
}
