import type { NestMetadata } from '../../decorators/reading/nest-metadata.js';
import type {
  HeaderDeclaration,
  ResponseDeclaration,
} from '../../model/declaration/route-declaration.js';
import { indicesFilledByNest } from '../enhancers/filled-parameters.js';
import { HEADERS_METADATA, HTTP_CODE_METADATA } from '../internals.js';

/** What Nest's decorators wrote on a controller, read with Nest's own keys. */
export const NEST_METADATA: NestMetadata = { filledParameters: indicesFilledByNest, responseOf };

/** Most methods have neither decorator: one look at their keys shows it. */
function responseOf(method: object): ResponseDeclaration | undefined {
  const keys: readonly unknown[] = Reflect.getOwnMetadataKeys(method);
  if (!keys.includes(HTTP_CODE_METADATA) && !keys.includes(HEADERS_METADATA)) return undefined;
  const status = Reflect.getMetadata(HTTP_CODE_METADATA, method) as number | undefined;
  const headers: unknown = Reflect.getMetadata(HEADERS_METADATA, method);
  return { status, headers: Array.isArray(headers) ? (headers as HeaderDeclaration[]) : [] };
}
