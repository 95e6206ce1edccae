import {
  type NamedSchema,
  returnedSchema,
  type ReturnedSchema,
} from '../../types/response-schema.js';
import type { ResponseSignature } from '../../types/method-signature.js';
import type { DeclaredType } from '../../types/type.js';
import { schemaOfResponses, type RouteDeclaration } from '../declaration/route-declaration.js';
import type { DescribedDefinitions } from '../../schema/vocabulary.js';
import type { ObjectSchemaMaker } from '../../types/type-schema.js';

export interface ReturnDescription {
  /** `undefined` if nothing is returned: 204. */
  readonly schema: ReturnedSchema | undefined;
  /** The status of all responses; `undefined` if there are several, or the method chooses it in a `RestResponse`. */
  readonly status: number | undefined;
  /** Whether the response is a stream of bytes. */
  readonly isStream: boolean;
  /** One for each status that the return type and `@HttpCode` state. */
  readonly responses: readonly ResponseDescription[];
  /** The schemas of objects that contain themselves, by the names to which `$ref` leads; absent if there are none. */
  readonly definitions?: DescribedDefinitions;
}

/** One of the responses of a route, without errors. */
export interface ResponseDescription {
  /** `undefined` if the response has no body. */
  readonly schema: ReturnedSchema | undefined;
  /** `undefined` if the method chooses it in a `RestResponse` whose type does not state it. */
  readonly status: number | undefined;
  /** Whether the body is a stream of bytes. */
  readonly isStream: boolean;
  /** Present if the stream has the items of the list that `schema` describes: as lines of JSON, or as the list. */
  readonly isIterated?: true;
  /** The type that `@Header('Content-Type', …)` states, without its parameters. */
  readonly mediaType: string | undefined;
  /** The names of the headers that the response may have beside those of every response, in lower case. */
  readonly headers: readonly string[];
}

/** The return type of a method, as far as its signature states it. Only documents need it. */
export interface Returned extends Pick<NamedSchema, 'names'> {
  readonly description: ReturnDescription;
}

/** `undefined` if neither a signature nor a decorator states the type. */
export function describeReturn(
  route: RouteDeclaration,
  objectSchema: ObjectSchemaMaker,
  pageHeaders: readonly string[],
): Returned | undefined {
  const type = schemaOfResponses(route) ?? route.documentation?.returns;
  if (type === undefined) return route.response === undefined ? undefined : untypedReturn(route);
  const whole = returnedSchema(type, objectSchema, 'with links');
  const compiled = documentedResponses(route, type).map((documented) => {
    const made =
      documented.type === type
        ? whole
        : returnedSchema(documented.type, objectSchema, 'with links');
    const { names, definitions, schema } = made;
    const responses = describedResponses(documented, schema, route, pageHeaders);
    return { names, definitions, responses };
  });
  const responses = compiled.flatMap((one) => one.responses);
  const statuses = new Set(responses.map(({ status }) => status));
  const definitions = new Map([whole, ...compiled].flatMap((one) => [...one.definitions]));
  const description = {
    ...(definitions.size === 0 ? {} : { definitions: Object.fromEntries(definitions) }),
    schema: responses.every(({ schema }) => schema === undefined) ? undefined : whole.schema,
    status: statuses.size === 1 ? responses[0]?.status : undefined,
    isStream: responses.some(({ isStream }) => isStream),
    responses,
  };
  const names = [whole.names, ...compiled.map((one) => one.names)].flatMap((map) => [...map]);
  return { description, names: new Map(names) };
}

/** The method may return another status than the decorators state. */
function untypedReturn(route: RouteDeclaration): Returned {
  const anything: DeclaredType = { kind: 'any' };
  const any = { type: anything, isResponse: true } as const;
  const statuses = route.response?.status === undefined ? [] : [route.response.status];
  const responses = [{ ...any, statuses }, any].flatMap((one) =>
    describedResponses(one, {}, route, []),
  );
  const description = { schema: {}, status: undefined, isStream: false, responses };
  return { description, names: new Map() };
}

function documentedResponses(
  route: RouteDeclaration,
  type: DeclaredType,
): readonly ResponseSignature<DeclaredType>[] {
  const { returnsResponse, responses } = route.documentation ?? {};
  if (responses === undefined) {
    return [returnsResponse === true ? { type, isResponse: true } : { type }];
  }
  const stated = schemaOfResponses(route);
  if (stated === undefined) return responses;
  const isKept = (one: DeclaredType) => isOpaque(one, NOTHING) || isOpaque(one, STREAM);
  return responses.map((one) => (isKept(one.type) ? one : { ...one, type: stated }));
}

const OK = 200;
const CREATED = 201;
const NO_CONTENT = 204;
const REDIRECTS = { from: 300, to: 399 };
const NOTHING: ReadonlySet<string> = new Set(['void', 'undefined', 'never']);
const EVENTS: ReadonlySet<string> = new Set(['EventStream']);
const STREAM: ReadonlySet<string> = new Set(['StreamableFile', ...EVENTS]);

/** One for each status. */
function describedResponses(
  { type, isResponse, statuses }: ResponseSignature<DeclaredType>,
  schema: ReturnedSchema,
  { response, documentation }: RouteDeclaration,
  pageHeaders: readonly string[],
): readonly ResponseDescription[] {
  const isIterated = type.iterated === true;
  const isStream = isOpaque(type, STREAM) || isIterated;
  const stated = mediaTypeOf(response);
  const isNothing = isOpaque(type, NOTHING);
  const usual = response?.status ?? (isNothing ? NO_CONTENT : OK);
  return (statuses ?? [isResponse === true ? undefined : usual]).map((status) => ({
    schema: isNothing || status === NO_CONTENT || status === 205 ? undefined : schema,
    status,
    isStream,
    ...(isIterated && stated === undefined && !isOfChunks(type) ? { isIterated } : {}),
    mediaType: isOpaque(type, EVENTS)
      ? 'text/event-stream'
      : (stated ??
        (isIterated ? chunkType(type) : isStream ? documentation?.streamType : undefined)),
    headers: headersOf(
      response,
      status,
      // A list in a `RestResponse` may have the headers of a page.
      isResponse === true && type.kind === 'array' && !isIterated && (status ?? OK) === OK
        ? pageHeaders
        : [],
    ),
  }));
}

/** Texts and bytes are sent as they are. */
function isOfChunks(type: DeclaredType): boolean {
  return type.kind === 'array' && (type.items.kind === 'string' || isBytes(type.items));
}

function chunkType(type: DeclaredType): string | undefined {
  return type.kind === 'array' && type.items.kind === 'string' ? 'text/plain' : undefined;
}

function isBytes(type: DeclaredType): boolean {
  return type.kind === 'opaque' && /^(?:Buffer|Uint8Array)\b/.test(type.text);
}

/** The value of a header that is a function is known only in a running application. */
function mediaTypeOf(response: RouteDeclaration['response']): string | undefined {
  const stated = response?.headers.findLast(({ name }) => isContentType(name))?.value;
  return typeof stated === 'string' ? stated.replace(/;.*$/s, '').trim() : undefined;
}

function headersOf(
  response: RouteDeclaration['response'],
  status: number | undefined,
  pageHeaders: readonly string[],
): readonly string[] {
  const stated = (response?.headers ?? []).map(({ name }) => name.toLowerCase());
  const place = hasLocation(status) ? ['location'] : [];
  return [...new Set([...stated.filter((name) => !isContentType(name)), ...place, ...pageHeaders])];
}

/** RFC 9110, 10.2.2: the place of the created resource, or the target of a redirect. */
function hasLocation(status = OK): boolean {
  return status === CREATED || (status >= REDIRECTS.from && status <= REDIRECTS.to);
}

function isContentType(name: string): boolean {
  return name.toLowerCase() === 'content-type';
}

function isOpaque(type: DeclaredType, texts: ReadonlySet<string>): boolean {
  return type.kind === 'opaque' && texts.has(type.text);
}
