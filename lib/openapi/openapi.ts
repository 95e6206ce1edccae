export { mergeOpenApi, type MergeableDocument } from './merge-open-api.js';
export { openApiDocument, type OpenApiOptions } from './document/open-api-document.js';
export { OpenApiDocuments, OpenApiModule, type OpenApiModuleOptions } from './open-api-module.js';
export type { OpenApiDocument, OpenApiInfo, OpenApiServer } from './document/open-api-types.js';
export type { SecurityScheme } from '../routes/declaration/permission.js';
