import type { OpenApiOptions } from './document/open-api-document.js';

/** The options of `OpenApiModule.forRoot`. */
export interface OpenApiModuleOptions extends Omit<OpenApiOptions, 'namespace'> {
  /** The path of the page, below the root of the application. `reference` by default. */
  readonly path?: string;
}
