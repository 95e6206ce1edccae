import { isRestException } from '../../diagnostics/rest.exception.js';
import { whenReady } from '../../shared/promises.js';
import { BODY_METHODS, type RequestContext } from '../../lifecycle/request-context.js';
import type { Endpoint, Outcome, Step } from '../../lifecycle/endpoint.js';
import type { Permissions } from '../../lifecycle/permissions/permission-checks.js';
import { authorizeEarlyStep } from '../../lifecycle/steps/authorize.step.js';
import {
  bodyFormat,
  FORM_DATA,
  mediaTypeOf,
  NO_BODY,
  type Body,
} from '../../lifecycle/messages/body.js';
import { effectiveMethod } from '../../lifecycle/messages/method-override.js';
import { hasContent, readByAnother } from '../../lifecycle/messages/payload.js';
import { BINARY, isInMediaRanges, mediaTypeNames, type FileLimits } from '../../types/files.js';
import type { SchemaType, ValueSchema } from '../../schema/vocabulary.js';
import type { Exchange } from '../../lifecycle/messages/exchange.js';

/** The file arguments of a route, by name. Other files are discarded unread. */
export type ExpectedFiles = ReadonlyMap<string, FileLimits>;

/** How the value of an argument may be written as JSON in a form. */
export interface JsonField {
  /** The type of the items if all values are lists of objects or of lists: each item may be JSON. */
  readonly items?: 'object' | 'array';
  /** Whether a text is a value too, or a list at its commas: JSON then needs its media type. */
  readonly acceptsText: boolean;
}

/** The arguments of a route that may be JSON, by name. */
type JsonFields = ReadonlyMap<string, JsonField>;

/** The entries of a form that a route reads as more than texts. */
export interface ExpectedEntries {
  readonly files: ExpectedFiles;
  readonly json: JsonFields;
}

/** Reads forms and files, which the adapter leaves unread until the route is known. */
export interface UploadPort {
  /** Reads a form, or a body that is a file; its files are removed once the response has closed. */
  read(exchange: Exchange, expected: ExpectedEntries): Promise<Body>;
  /** Gives a client that is still sending a form the time to read its rejection. */
  reject(exchange: Exchange): void;
}

/**
 * The argument for a body that is a file: the first one that states its media type, or accepts any. A body is a file if
 * it has a `Content-Disposition`.
 *
 * @see WordPress, `WP_REST_Attachments_Controller::upload_from_data`
 */
export function fileOfBody(
  { headers }: Pick<Exchange, 'headers'>,
  files: ExpectedFiles,
): string | undefined {
  if (headers['content-disposition'] === undefined) return undefined;
  const mediaType = mediaTypeOf(headers['content-type'] ?? '');
  if (mediaType === FORM_DATA) return undefined;
  const names = mediaTypeNames(mediaType);
  // Parsers of the application read JSON and forms.
  const mayBeAnything = bodyFormat(mediaType) === 'other';
  for (const [name, { isList, mediaTypes = [] }] of files) {
    if (isList) continue;
    if (names.some((one) => isInMediaRanges(one, mediaTypes))) return name;
    if (mayBeAnything && mediaTypes.includes(BINARY)) return name;
  }
  return undefined;
}

/**
 * Reads a form of a route without files before the guards, so that they see the fields that the method gets. A form
 * that cannot be read is rejected after them.
 */
export function formStep(endpoint: Endpoint, uploads: UploadPort | undefined): Step | undefined {
  if (uploads === undefined || !readsBodies(endpoint)) return undefined;
  const expected = expectedEntries(endpoint);
  if (expected.files.size > 0) return undefined;
  return (context) => {
    const { exchange } = context;
    if (!hasForm(context, NO_FILES) || exchange.body !== NO_BODY) return undefined;
    if (exchange.payload.readableDidRead) {
      context.receive({ kind: 'rejected', error: readByAnother() });
      return undefined;
    }
    return uploads.read(exchange, expected).then(
      (body) => {
        context.noteDiscarded(body);
        return undefined;
      },
      (error: unknown) => {
        if (!isRestException(error)) throw error;
        context.receive({ kind: 'rejected', error });
      },
    );
  };
}

const NO_FILES: ExpectedFiles = new Map();

function readsBodies({ readsForms, methods }: Endpoint): boolean {
  return readsForms && methods.some((method) => BODY_METHODS.has(method));
}

/**
 * Reads a form with files, or a body that is a file. The part of the permission that depends only on the caller is
 * checked first: a caller without it cannot make the server receive a file.
 */
export function uploadStep(
  endpoint: Endpoint,
  permissions: Permissions,
  uploads: UploadPort | undefined,
): Step | undefined {
  if (uploads === undefined || !readsBodies(endpoint)) return undefined;
  const expected = expectedEntries(endpoint);
  const { files } = expected;
  if (files.size === 0) return undefined;
  const authorize = authorizeEarlyStep(endpoint, permissions);
  return (context) => {
    if (!hasForm(context, files)) return undefined;
    if (context.exchange.payload.readableDidRead) return readByAnother();
    return whenReady(authorize?.(context), (rejection) => {
      if (rejection === undefined) return read(context, expected, uploads);
      uploads.reject(context.exchange);
      return rejection;
    });
  };
}

async function read(
  context: RequestContext,
  expected: ExpectedEntries,
  uploads: UploadPort,
): Promise<Outcome> {
  try {
    context.receive(await uploads.read(context.exchange, expected));
    return undefined;
  } catch (error) {
    if (isRestException(error)) return error;
    throw error;
  }
}

function expectedEntries({ definition: { arguments: all } }: Endpoint): ExpectedEntries {
  const files = all.flatMap(({ name, file }) =>
    file === undefined ? [] : [[name, file] as const],
  );
  const json = all.flatMap(({ name, file, isFromPath, schema }) => {
    const field = file === undefined && !isFromPath ? jsonFieldOf(schema) : undefined;
    return field === undefined ? [] : [[name, field] as const];
  });
  return { files: new Map(files), json: new Map(json) };
}

/** `undefined` if all values are texts, numbers or booleans. */
function jsonFieldOf(schema: ValueSchema): JsonField | undefined {
  const types = typesIn(schema);
  if (!STRUCTURES.some((type) => types.has(type))) return undefined;
  const itemTypes = typesIn(schema.items ?? {});
  const items = (['object', 'array'] as const).find((type) => itemTypes.has(type));
  const isList = types.size === 1 && types.has('array');
  const holdsTexts = types.has('array') && items === undefined;
  const acceptsText = types.has('string') || types.has('any') || holdsTexts;
  return isList && items !== undefined ? { acceptsText, items } : { acceptsText };
}

const STRUCTURES = ['object', 'array', 'any'] as const;

/** The types of all values without null; any if the schema does not state them. */
function typesIn({ type, anyOf, oneOf }: ValueSchema): ReadonlySet<SchemaType | 'any'> {
  const options = anyOf ?? oneOf;
  if (type === undefined && options !== undefined) {
    return new Set(options.flatMap((option) => [...typesIn(option)]));
  }
  const types: readonly SchemaType[] = typeof type === 'string' ? [type] : (type ?? []);
  return new Set(type === undefined ? ['any'] : types.filter((one) => one !== 'null'));
}

/** Whether a request has a form or a file that the library reads, and that it may send with its method. */
function hasForm(context: RequestContext, files: ExpectedFiles): boolean {
  const { exchange, method } = context;
  if (!BODY_METHODS.has(method)) return false;
  // In process, files come with the data of a body.
  if (exchange.subRequest?.isEntered === false) return false;
  const { headers } = exchange;
  const isForm = mediaTypeOf(headers['content-type'] ?? '') === FORM_DATA;
  if (!isForm && fileOfBody(exchange, files) === undefined) return false;
  return hasContent(exchange) && (!isForm || maySendForms(context));
}

/**
 * As in WordPress, a path with a POST route reads forms with POST only; a POST with an override counts as POST. A path
 * without POST could not receive a file otherwise, so its other methods read forms.
 */
function maySendForms({ exchange, method, group }: RequestContext): boolean {
  if (method === 'POST' || !group.entries.some(({ methods }) => methods.includes('POST'))) {
    return true;
  }
  const { headers, queryText } = exchange;
  return effectiveMethod({ method: 'POST', headers, queryText }) === method;
}
