import type {
  ArgumentDescription,
  RouteDescription,
} from '../../../model/description/route-description.js';
import { formName, styleOf } from '../form-name.js';
import { propertyKeywords, type OwnSchema, type SchemaContext } from '../json-schema.js';
import type { Encoding, MediaType, RequestBody } from '../open-api-types.js';
import { objectExample } from '../schema-example.js';

/** The methods whose arguments are documented as a body. Those of other methods are query parameters. */
export const BODY_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** What the documents of bodies need beside the schemas. */
export interface BodyContext extends SchemaContext {
  /** Whether a route of the same path takes POST: others then read no form with files, as on WordPress. */
  readonly takesPost: boolean;
}

/** The request body of an operation; `undefined` where it has none. */
export function requestBodyOf(
  { arguments: args }: RouteDescription,
  method: string,
  context: BodyContext,
): RequestBody | undefined {
  const inBody = args.filter(({ isFromPath }) => !isFromPath);
  if (!BODY_METHODS.has(method) || inBody.length === 0) return undefined;
  const fields = withoutFiles(inBody, context);
  const readsFiles = method === 'POST' || !context.takesPost || Object.keys(fields).length === 0;
  return {
    required: inBody.some(isRequired),
    content: readsFiles ? { ...fields, ...withFiles(inBody, context) } : fields,
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
    'application/x-www-form-urlencoded': formType(fields, context),
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
  return { 'multipart/form-data': formType(args, context) };
}

/** A form, and how it writes lists, objects and files. */
function formType(args: readonly ArgumentDescription[], context: SchemaContext): MediaType {
  const form = bodyType(args, formName, context);
  const encoding = Object.fromEntries(args.flatMap(encodingOf));
  return Object.keys(encoding).length === 0 ? form : { ...form, encoding };
}

function encodingOf(argument: ArgumentDescription): readonly (readonly [string, Encoding])[] {
  const { file, schema } = argument;
  const mediaTypes = file?.mediaTypes;
  if (mediaTypes !== undefined) {
    return [[formName(argument), { contentType: mediaTypes.join(', ') }]];
  }
  const style = file === undefined ? styleOf(schema as OwnSchema) : undefined;
  return style === undefined ? [] : [[formName(argument), style]];
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
