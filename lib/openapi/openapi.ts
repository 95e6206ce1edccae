export { mergeOpenApi, type MergeableDocument } from './merge-open-api.js';
export { openApiDocument, type OpenApiOptions } from './open-api-document.js';
export { OpenApiModule, type OpenApiModuleOptions } from './open-api.module.js';
export type {
  OpenApiDocument,
  OpenApiInfo,
  OpenApiServer,
  SecurityScheme,
} from './open-api-types.js';
