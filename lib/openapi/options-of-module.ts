import type { RestModuleOptions } from '../nest/options/rest-options.js';
import { mergeObjects } from '../shared/records.js';
import type { OpenApiOptions } from './document/open-api-document.js';

/** What a document takes from the options of `RestModule.forRoot()`. */
export function optionsOfModule({
  errors,
  securitySchemes,
}: RestModuleOptions): Pick<OpenApiOptions, 'errors' | 'securitySchemes'> {
  return mergeObjects({}, errors && { errors }, securitySchemes && { securitySchemes });
}
