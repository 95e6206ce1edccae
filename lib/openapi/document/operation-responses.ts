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
import { BODY_METHODS } from './operation-body.js';

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

const LINES_TYPE = 'application/x-ndjson';

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
  readonly statuses: StatedStatuses;
}

/** Whether a document has ranges of statuses, `4XX`, which some generators cannot read, or `default` in their place. */
export type StatedStatuses = 'explicit' | 'ranges';

/** The errors of operations, each with a test for those that it applies to. */
const ERRORS: readonly {
  readonly status: string;
  /** The only kind of document that has it; each by default. */
  readonly only?: StatedStatuses;
  readonly name: string;
  readonly description: string;
  /** An error of this status, as the library sends it. */
  readonly example: RestException;
  readonly applies: (route: RouteDescription, method: string) => boolean;
}[] = [
  {
    status: '400',
    name: 'InvalidRequest',
    description: 'An argument is missing or invalid, or the request cannot be read.',
    // All routes share it, and have arguments of different names.
    example: httpError('rest_invalid_param', '…'),
    applies: () => true,
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
    status: '409',
    name: 'StillRunning',
    description:
      'The first request with this `Idempotency-Key` is still running, or its response could not be stored.',
    example: httpError('rest_idempotency_key_in_use'),
    applies: ({ idempotent }) => idempotent !== undefined,
  },
  {
    status: '422',
    name: 'KeyReused',
    description: 'Another request with other arguments had this `Idempotency-Key`.',
    example: httpError('rest_idempotency_key_reused'),
    applies: ({ idempotent }) => idempotent !== undefined,
  },
  {
    status: '413',
    only: 'explicit',
    name: 'TooLarge',
    description: 'The body, or a file, is too large.',
    example: tooLarge(1_048_576),
    applies: hasBody,
  },
  {
    status: '415',
    only: 'explicit',
    name: 'UnsupportedMediaType',
    description: 'The body has a media type, a charset or an encoding that is not read.',
    example: httpError('rest_unsupported_media_type', 'it has no media type'),
    applies: hasBody,
  },
  {
    status: '500',
    only: 'explicit',
    name: 'Failed',
    description: 'The server failed.',
    example: httpError('framework_internal_error'),
    applies: () => true,
  },
  {
    status: '504',
    name: 'TooLate',
    description: 'The response was not ready in time.',
    example: httpError('rest_deadline_exceeded'),
    applies: ({ deadline }) => deadline !== undefined,
  },
  {
    status: 'default',
    only: 'explicit',
    name: 'Refused',
    description: 'Another error.',
    example: tooLarge(1_048_576),
    applies: () => true,
  },
  {
    status: '4XX',
    only: 'ranges',
    name: 'Refused',
    description: 'Another error that the request caused.',
    example: tooLarge(1_048_576),
    applies: () => true,
  },
  {
    status: '5XX',
    only: 'ranges',
    name: 'Failed',
    description: 'The server failed.',
    example: httpError('framework_internal_error'),
    applies: () => true,
  },
];

function hasBody({ arguments: args }: RouteDescription, method: string): boolean {
  return BODY_METHODS.has(method) && args.some(({ isFromPath }) => !isFromPath);
}

/** The error responses that any of these routes may give, by name. */
export function errorResponses(
  routes: readonly RouteDescription[],
  { errors, statuses }: Pick<BodyContext, 'errors' | 'statuses'>,
): Readonly<Record<string, Response>> {
  const isUsed = (error: (typeof ERRORS)[number]) =>
    routes.some((route) => route.methods.some((one) => isShared(error, route, one)));
  return Object.fromEntries(
    errorsIn(statuses)
      .filter(isUsed)
      .map(({ name, description, example }) => {
        const content = { [errors.mediaType]: { schema: ERROR, example: errors.example(example) } };
        return [name, { description, content }];
      }),
  );
}

/** Whether a route has an error as most routes do: without codes of its own. */
function isShared(
  { status, applies }: (typeof ERRORS)[number],
  route: RouteDescription,
  method: string,
): boolean {
  const stated = route.operation.errors ?? [];
  return applies(route, method) && !stated.some((error) => String(error.status) === status);
}

function errorsIn(statuses: StatedStatuses): typeof ERRORS {
  return ERRORS.filter(({ only = statuses }) => only === statuses);
}

/** The responses of a route: those of its method, and the errors that apply. Those that it states take precedence. */
export function responsesOf(
  route: RouteDescription,
  method: string,
  context: BodyContext,
): Operation['responses'] {
  const errors = errorsIn(context.statuses)
    .filter((error) => isShared(error, route, method))
    .map(({ status, name }) => [status, { $ref: `#/components/responses/${name}` }] as const);
  const responses = Object.fromEntries<Operation['responses'][string]>([
    ...errors,
    ...statedErrors(route, method, context),
    ...successResponses(route, method, context),
  ]);
  return { ...responses, ...decoratedResponses(route, responses, context) };
}

/** The texts of `@ApiResponse`. What has its own schema keeps it; another error has that of errors. */
function decoratedResponses(
  { stated }: RouteDescription,
  known: Operation['responses'],
  { errors: { mediaType } }: BodyContext,
): Operation['responses'] {
  return mapEntries(stated?.responses ?? {}, (status, { description: text }) => {
    const own = known[status];
    const isError = Number(status) >= 400;
    if (own !== undefined && 'description' in own)
      return { ...own, description: text ?? own.description };
    const description = text ?? (isError ? 'An error.' : 'Done.');
    return isError ? { description, content: { [mediaType]: { schema: ERROR } } } : { description };
  });
}

function mapEntries<Value, Result>(
  record: Readonly<Record<string, Value>>,
  change: (name: string, value: Value) => Result,
): Readonly<Record<string, Result>> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, change(name, value)]),
  );
}

/**
 * The errors that the method states, by status, with their codes and those of the library, so that a typed client can
 * distinguish them.
 */
function statedErrors(
  route: RouteDescription,
  method: string,
  { errors: { mediaType, codes, example }, statuses }: BodyContext,
): readonly (readonly [string, Response])[] {
  const byStatus = groupBy(route.operation.errors ?? [], ({ status }) => String(status));
  return [...byStatus].map(([status, errors]) => {
    const usual = errorsIn(statuses).find(
      (one) => one.status === status && one.applies(route, method),
    );
    const texts = errors.map(({ code, description = '' }) => `\`${code}\` ${description}`.trim());
    const schema = codes(errors, ownCodes(status, route, example));
    const content = { [mediaType]: { schema: { allOf: [ERROR, schema] } } };
    return [
      status,
      { description: [...texts, usual?.description ?? []].flat().join('\n\n'), content },
    ];
  });
}

/** Above 500 are errors of sub-requests, and that of a deadline. */
function ownCodes(
  status: string,
  { idempotent, deadline }: RouteDescription,
  example: DescribedErrors['example'],
): readonly string[] {
  if (status === '504' && deadline !== undefined) return ['rest_deadline_exceeded'];
  if (Number(status) > 500) return [];
  const own = Object.entries(HTTP_ERRORS).filter(
    ([name, error]) =>
      String(error.status) === status &&
      (idempotent !== undefined || !name.startsWith('rest_idempotency_')),
  );
  const isForbidden = status === '401' || status === '403';
  // Some formats have another code for each of these.
  const { code } = example(forbidden(status === '403')) as { readonly code?: string };
  return [...own.map(([name]) => name), ...(isForbidden && code !== undefined ? [code] : [])];
}

/** The responses of a route that are not errors, by status. */
function successResponses(
  { returns, operation }: RouteDescription,
  method: string,
  context: BodyContext,
): readonly (readonly [string, Response])[] {
  const byStatus = new Map<string, Response>();
  const all = returns?.responses ?? [UNKNOWN];
  const isKnown = all.some(({ status }) => status !== undefined);
  const usual = usualStatuses(method, context.statuses, isKnown);
  for (const described of all) {
    const response = withHeaders(responseOf(described, context), operation.responseHeaders);
    const { status: stated } = described;
    for (const status of stated === undefined ? usual : [String(stated)]) {
      const other = byStatus.get(status);
      byStatus.set(status, other === undefined ? response : joinResponse(other, response));
    }
  }
  return [...byStatus];
}

/**
 * The statuses of a `RestResponse` that may have any: those that are usual for the method, unless others are stated.
 * For a document with ranges, every success.
 */
function usualStatuses(
  method: string,
  statuses: StatedStatuses,
  isKnown: boolean,
): readonly string[] {
  if (statuses === 'ranges') return isKnown ? ['2XX'] : ['200', '2XX'];
  return method === 'GET' ? ['200'] : ['200', '201'];
}

function responseOf(response: ResponseDescription, context: BodyContext): Response {
  const { schema, isStream, headers } = response;
  return {
    description: schema === undefined ? 'Done.' : isStream ? 'The stream.' : 'The response.',
    ...(headers.length === 0 ? {} : { headers: documentedHeaders(headers) }),
    ...(schema === undefined ? {} : { content: contentOf(response, schema, context) }),
  };
}

/** With the headers that the route states. */
function withHeaders(
  response: Response,
  stated: RouteDescription['operation']['responseHeaders'] = [],
): Response {
  if (stated.length === 0) return response;
  const headers = stated.map(({ name, description }) => [
    name,
    { ...(description === undefined ? {} : { description }), schema: TEXT },
  ]);
  return { ...response, headers: { ...response.headers, ...Object.fromEntries(headers) } };
}

function contentOf(
  { isStream, isIterated, mediaType }: ResponseDescription,
  schema: NonNullable<ResponseDescription['schema']>,
  context: BodyContext,
): Readonly<Record<string, MediaType>> {
  if (!isStream) {
    return { [mediaType ?? JSON_TYPE]: { schema: context.wrap(jsonSchema(schema, context)) } };
  }
  if (isIterated === true) {
    // Of NDJSON, each line.
    return {
      [JSON_TYPE]: { schema: context.wrap(jsonSchema(schema, context)) },
      [LINES_TYPE]: { schema: jsonSchema(schema.items ?? {}, context) },
    };
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
