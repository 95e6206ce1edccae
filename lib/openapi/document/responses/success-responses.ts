import type {
  ResponseDescription,
  RouteDescription,
} from '../../../model/description/route-description.js';
import { jsonSchema, type SchemaContext } from '../json-schema.js';
import { joinResponse } from '../join-operations.js';
import type { JsonSchema, MediaType, Response } from '../open-api-types.js';
import { documentedHeaders } from './documented-headers.js';

const JSON_TYPE = 'application/json';
/** That of a `StreamableFile` that states none. */
const BYTES_TYPE = 'application/octet-stream';

/** What is known of a route whose method has no signature. */
const UNKNOWN: ResponseDescription = {
  schema: {},
  status: undefined,
  isStream: false,
  mediaType: undefined,
  headers: [],
};

/** The responses of a route that are no errors, by status. */
export function successResponses(
  { returns }: RouteDescription,
  context: SchemaContext,
): readonly (readonly [string, Response])[] {
  const byStatus = new Map<string, Response>();
  const all = returns?.responses ?? [UNKNOWN];
  const isKnown = all.some(({ status }) => status !== undefined);
  for (const described of all) {
    const response = responseOf(described, context);
    for (const status of statusesOf(described, isKnown)) {
      const other = byStatus.get(status);
      byStatus.set(status, other === undefined ? response : joinResponse(other, response));
    }
  }
  return [...byStatus];
}

/** Where a `RestResponse` may have any status and none is stated, 200 is the usual one. */
function statusesOf({ status }: ResponseDescription, isKnown: boolean): readonly string[] {
  if (status !== undefined) return [String(status)];
  return isKnown ? ['2XX'] : ['200', '2XX'];
}

function responseOf(response: ResponseDescription, context: SchemaContext): Response {
  const { schema, isStream, headers } = response;
  return {
    description: schema === undefined ? 'Done.' : isStream ? 'The stream.' : 'The response.',
    ...(headers.length === 0 ? {} : { headers: documentedHeaders(headers) }),
    ...(schema === undefined ? {} : { content: contentOf(response, schema, context) }),
  };
}

function contentOf(
  { isStream, mediaType }: ResponseDescription,
  schema: NonNullable<ResponseDescription['schema']>,
  context: SchemaContext,
): Readonly<Record<string, MediaType>> {
  if (!isStream) return { [mediaType ?? JSON_TYPE]: { schema: jsonSchema(schema, context) } };
  const type = mediaType ?? BYTES_TYPE;
  return { [type]: { schema: streamSchema(type) } };
}

function streamSchema(mediaType: string): JsonSchema {
  return mediaType.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' };
}
