import {
  forbidden,
  HTTP_ERRORS,
  httpError,
  tooLarge,
} from '../../diagnostics/http-error-catalogue.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import type { ResponseDescription } from '../../routes/definition/return-description.js';
import type { RouteDescription } from '../../routes/route-description.js';
import { groupBy } from '../../shared/records.js';
import { ERROR, type DescribedErrors } from './error-formats.js';
import { type SchemaContext, jsonSchema } from './json-schema.js';
import type {
  JsonSchema,
  Operation,
  Response,
  MediaType,
  ResponseHeader,
} from './open-api-types.js';
import { joinResponse } from './join-operations.js';

const COUNT = { type: 'integer', minimum: 0 };

const TEXT = { type: 'string' };

/** The headers that the library writes, by their names in lower case. */
const KNOWN: ReadonlyMap<string, readonly [name: string, header: ResponseHeader]> = new Map([
  [
    'x-wp-total',
    ['X-WP-Total', { description: 'The number of items on all pages.', schema: COUNT }],
  ],
  ['x-wp-totalpages', ['X-WP-TotalPages', { description: 'The number of pages.', schema: COUNT }]],
  [
    'x-total-count',
    ['X-Total-Count', { description: 'The number of items on all pages.', schema: COUNT }],
  ],
  ['link', ['Link', { description: 'The previous and the next page.', schema: TEXT }]],
  ['location', ['Location', { description: 'The URL of the resource.', schema: TEXT }]],
]);

const JSON_TYPE = 'application/json';

/** The media type of a `StreamableFile` that states none. */
const BYTES_TYPE = 'application/octet-stream';

/** The response of a route whose method has no signature. */
const UNKNOWN: ResponseDescription = {
  schema: {},
  status: undefined,
  isStream: false,
  mediaType: undefined,
  headers: [],
};

/** The context for the schemas of bodies. */
interface BodyContext extends SchemaContext {
  readonly wrap: (data: JsonSchema) => JsonSchema;
  readonly errors: DescribedErrors;
}

/** The errors of routes, each with a test for the routes that it applies to. */
const ERRORS: readonly {
  readonly status: string;
  readonly name: string;
  readonly description: string;
  /** An error of this status, as the library sends it. */
  readonly example: RestException;
  readonly applies: (route: RouteDescription) => boolean;
}[] = [
  {
    status: '400',
    name: 'InvalidRequest',
    description: 'An argument is missing or invalid, or the request cannot be read.',
    example: httpError('rest_invalid_param', 'id'),
    applies: ({ arguments: args }) => args.length > 0,
  },
  {
    status: '401',
    name: 'Unauthenticated',
    description: 'The caller is anonymous, and the permission requires an authenticated user.',
    example: forbidden(false),
    applies: ({ permission }) => permission.kind !== 'public',
  },
  {
    status: '403',
    name: 'Forbidden',
    description: 'The caller does not have the permission.',
    example: forbidden(true),
    applies: ({ permission }) => permission.kind !== 'public',
  },
  {
    status: '404',
    name: 'NotFound',
    description: 'There is nothing at this path.',
    example: httpError('rest_no_route'),
    applies: ({ arguments: args }) => args.some(({ isFromPath }) => isFromPath),
  },
  {
    status: '4XX',
    name: 'Refused',
    description: 'Another error that the request caused.',
    example: tooLarge(1_048_576),
    applies: () => true,
  },
  {
    status: '5XX',
    name: 'Failed',
    description: 'The server failed.',
    example: httpError('framework_internal_error'),
    applies: () => true,
  },
];

/** The error responses that any of these routes may give, by name. */
export function errorResponses(
  routes: readonly RouteDescription[],
  errors: DescribedErrors,
): Readonly<Record<string, Response>> {
  return Object.fromEntries(
    ERRORS.filter((error) => routes.some((route) => isShared(error, route))).map(
      ({ name, description, example }) => {
        const content = { [errors.mediaType]: { schema: ERROR, example: errors.example(example) } };
        return [name, { description, content }];
      },
    ),
  );
}

/** Whether a route has an error as most routes do: without codes of its own. */
function isShared({ status, applies }: (typeof ERRORS)[number], route: RouteDescription): boolean {
  const stated = route.operation.errors ?? [];
  return applies(route) && !stated.some((error) => String(error.status) === status);
}

/** The responses of a route: those of its method, and the errors that apply. Those that it states take precedence. */
export function responsesOf(route: RouteDescription, context: BodyContext): Operation['responses'] {
  const errors = ERRORS.filter((error) => isShared(error, route)).map(
    ({ status, name }) => [status, { $ref: `#/components/responses/${name}` }] as const,
  );
  return Object.fromEntries([
    ...errors,
    ...statedErrors(route, context.errors),
    ...successResponses(route, context),
  ]);
}

/**
 * The errors that the method states, by status, with their codes and those of the library, so that a typed client can
 * distinguish them.
 */
function statedErrors(
  route: RouteDescription,
  { mediaType, codes, example }: DescribedErrors,
): readonly (readonly [string, Response])[] {
  const byStatus = groupBy(route.operation.errors ?? [], ({ status }) => String(status));
  return [...byStatus].map(([status, errors]) => {
    const usual = ERRORS.find((one) => one.status === status && one.applies(route));
    const texts = errors.map(({ code, description = '' }) => `\`${code}\` ${description}`.trim());
    const schema = codes(errors, ownCodes(status, example));
    const content = { [mediaType]: { schema: { allOf: [ERROR, schema] } } };
    return [
      status,
      { description: [...texts, usual?.description ?? []].flat().join('\n\n'), content },
    ];
  });
}

/** Above 500 are errors of sub-requests. */
function ownCodes(status: string, example: DescribedErrors['example']): readonly string[] {
  if (Number(status) > 500) return [];
  const own = Object.entries(HTTP_ERRORS).filter(([, error]) => String(error.status) === status);
  const isForbidden = status === '401' || status === '403';
  // Some formats have another code for each of these.
  const { code } = example(forbidden(status === '403')) as { readonly code?: string };
  return [...own.map(([name]) => name), ...(isForbidden && code !== undefined ? [code] : [])];
}

/** The responses of a route that are not errors, by status. */
function successResponses(
  { returns }: RouteDescription,
  context: BodyContext,
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

/** If a `RestResponse` may have any status and none is stated, 200 is assumed. */
function statusesOf({ status }: ResponseDescription, isKnown: boolean): readonly string[] {
  if (status !== undefined) return [String(status)];
  return isKnown ? ['2XX'] : ['200', '2XX'];
}

function responseOf(response: ResponseDescription, context: BodyContext): Response {
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
  context: BodyContext,
): Readonly<Record<string, MediaType>> {
  if (!isStream) {
    return { [mediaType ?? JSON_TYPE]: { schema: context.wrap(jsonSchema(schema, context)) } };
  }
  const type = mediaType ?? BYTES_TYPE;
  return { [type]: { schema: streamSchema(type) } };
}

function streamSchema(mediaType: string): JsonSchema {
  return mediaType.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' };
}

/** Headers by name, as HTTP spells them. None is required: the method decides. */
function documentedHeaders(names: readonly string[]): Readonly<Record<string, ResponseHeader>> {
  return Object.fromEntries(
    names.map((name) => KNOWN.get(name) ?? [spelled(name), { schema: TEXT }]),
  );
}

/** `cache-control` becomes `Cache-Control`. */
function spelled(name: string): string {
  return name.replace(/(?<![^-])[a-z]/g, (letter) => letter.toUpperCase());
}
