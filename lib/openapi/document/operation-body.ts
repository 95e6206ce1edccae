import type {
  ArgumentDescription,
  RouteDescription,
} from '../../model/description/route-description.js';
import { formName } from './form-name.js';
import { propertyKeywords, type OwnSchema, type SchemaContext } from './json-schema.js';
import type { MediaType, RequestBody } from './open-api-types.js';
import { objectExample } from './schema-example.js';

/** The methods whose arguments are documented as a body. Those of other methods are query parameters. */
export const BODY_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** The request body of an operation; `undefined` where it has none. */
export function requestBodyOf(
  { arguments: args }: RouteDescription,
  method: string,
  context: SchemaContext,
): RequestBody | undefined {
  const inBody = args.filter(({ isFromPath }) => !isFromPath);
  if (!BODY_METHODS.has(method) || inBody.length === 0) return undefined;
  return {
    required: inBody.some(isRequired),
    content: { ...withoutFiles(inBody, context), ...withFiles(inBody, context) },
  };
}

/** The media types that hold no files; none of them where a file is required. */
function withoutFiles(
  args: readonly ArgumentDescription[],
  context: SchemaContext,
): RequestBody['content'] {
  const fields = args.filter(({ file }) => file === undefined);
  const needsFile = args.some((argument) => argument.file !== undefined && isRequired(argument));
  if (needsFile || fields.length === 0) return {};
  return {
    'application/json': bodyType(fields, ({ name }) => name, context),
    'application/x-www-form-urlencoded': bodyType(fields, formName, context),
  };
}

/**
 * The form with files.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#considerations-for-file-uploads
 */
function withFiles(
  args: readonly ArgumentDescription[],
  context: SchemaContext,
): RequestBody['content'] {
  if (args.every(({ file }) => file === undefined)) return {};
  const encoding = Object.fromEntries(args.flatMap(encodingOf));
  const form = bodyType(args, formName, context);
  const isEncoded = Object.keys(encoding).length > 0;
  return { 'multipart/form-data': isEncoded ? { ...form, encoding } : form };
}

function encodingOf(
  argument: ArgumentDescription,
): readonly (readonly [string, { readonly contentType: string }])[] {
  const mediaTypes = argument.file?.mediaTypes;
  if (mediaTypes === undefined) return [];
  return [[formName(argument), { contentType: mediaTypes.join(', ') }]];
}

function bodyType(
  args: readonly ArgumentDescription[],
  nameOf: (argument: ArgumentDescription) => string,
  context: SchemaContext,
): MediaType {
  const properties = Object.fromEntries(
    args.map((argument) => [nameOf(argument), argument.schema as OwnSchema]),
  );
  const example = objectExample(properties);
  return {
    schema: { type: 'object', ...propertyKeywords(properties, undefined, context) },
    ...(example === undefined || Object.keys(example).length === 0 ? {} : { example }),
  };
}

function isRequired({ schema }: ArgumentDescription): boolean {
  return schema.required === true;
}
