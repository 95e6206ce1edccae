import { Module, type DynamicModule } from '@nestjs/common';
import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import { ApiReference, REFERENCE_OPTIONS } from './api-reference.js';
import type { OpenApiOptions } from '../document/open-api-document.js';

/** What `OpenApiModule.forRoot` takes. */
export interface OpenApiModuleOptions extends Omit<OpenApiOptions, 'namespace'> {
  /** Where the page is, below the root of the application; `reference` by default. */
  readonly path?: string;
}

/**
 * Serves an API reference that people read and try, and the OpenAPI documents behind it, one a
 * namespace: `/reference` and `/reference/acme/v1.json`. The page is that of `swagger-ui-dist`, which
 * the application installs; without it the documents alone are served, and the log says so.
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
