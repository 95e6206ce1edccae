import type { ArgumentDescription, RouteDescription } from '../../routes/route-description.js';
import { jsonSchema, withoutNull, type OwnSchema, type SchemaContext } from './json-schema.js';
import { textExample } from './example-text.js';
import type { Encoding, MediaType, RequestBody, JsonSchema } from './open-api-types.js';
import { compileSchema, INVALID } from '../../schema/schema.js';
import type { DescribedDefinitions, ValueSchema, SchemaType } from '../../schema/vocabulary.js';

const BY_TYPE = new Map<string, (schema: OwnSchema, known: Known) => unknown>([
  ['integer', numberExample],
  ['number', numberExample],
  ['boolean', () => true],
  ['string', textExample],
  ['array', listExample],
  ['object', recordExample],
  ['null', () => null],
]);

/** The methods whose arguments are documented as a body. Those of other methods are query parameters. */
export const BODY_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

interface BodySettings {
  readonly context: SchemaContext;
  /** Whether the route accepts no other names. */
  readonly isClosed: boolean;
}

interface BodyOptions {
  /**
   * Whether a route of the same path accepts POST: other methods then do not read forms with files, as on WordPress.
   */
  readonly takesPost: boolean;
  readonly bodies: 'all' | 'json';
}

/**
 * The request body of an operation; `undefined` if it has none.
 */
export function requestBodyOf(
  { arguments: args, unknownArguments }: RouteDescription,
  method: string,
  context: SchemaContext,
  { takesPost, bodies }: BodyOptions,
): RequestBody | undefined {
  const inBody = args.filter(({ isFromPath }) => !isFromPath);
  if (!BODY_METHODS.has(method) || inBody.length === 0) return undefined;
  const settings = { context, isClosed: unknownArguments === 'refuse' };
  const fields = withoutFiles(inBody, settings, bodies);
  const readsFiles = method === 'POST' || !takesPost || Object.keys(fields).length === 0;
  const description = wholeBodyText(inBody);
  return {
    ...(description === '' ? {} : { description }),
    required: inBody.some(isRequired),
    content: readsFiles ? { ...fields, ...withFiles(inBody, settings) } : fields,
  };
}

/** A body that is a file needs a header that a document cannot require for one media type: it is described in words. */
function wholeBodyText(args: readonly ArgumentDescription[]): string {
  const files = args.flatMap(({ name, file, schema }) =>
    file?.mediaTypes === undefined || isOnly('array', schema)
      ? []
      : [`\`${name}\` (${file.mediaTypes.join(', ')})`],
  );
  if (files.length === 0) return '';
  return `The body may also be the file ${files.join(' or ')} itself, with its name in \`Content-Disposition\`, and all other arguments in the query.`;
}

/** The media types without files; none if a file is required. */
function withoutFiles(
  args: readonly ArgumentDescription[],
  settings: BodySettings,
  bodies: BodyOptions['bodies'],
): RequestBody['content'] {
  const fields = args.filter(({ file }) => file === undefined);
  const needsFile = args.some((argument) => argument.file !== undefined && isRequired(argument));
  if (needsFile || fields.length === 0) return {};
  const json = { 'application/json': bodyType(fields, ({ name }) => name, settings) };
  if (bodies === 'json') return json;
  return { ...json, 'application/x-www-form-urlencoded': formType(fields, settings) };
}

/**
 * The form with files.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#considerations-for-file-uploads
 */
function withFiles(
  args: readonly ArgumentDescription[],
  settings: BodySettings,
): RequestBody['content'] {
  if (args.every(({ file }) => file === undefined)) return {};
  return { 'multipart/form-data': formType(args, settings, JSON_ENTRIES) };
}

/** OpenAPI's default for objects in a form with files, and what generated clients write. */
const JSON_ENTRIES: Encoding = { contentType: 'application/json' };

/** @param nested How objects, and lists of objects, are written if not as `size[width]=1`. */
function formType(
  args: readonly ArgumentDescription[],
  settings: BodySettings,
  nested?: Encoding,
): MediaType {
  const form = bodyType(args, formName, settings);
  const encoding = Object.fromEntries(args.flatMap((argument) => encodingOf(argument, nested)));
  return Object.keys(encoding).length === 0 ? form : { ...form, encoding };
}

function encodingOf(
  argument: ArgumentDescription,
  nested: Encoding | undefined,
): readonly (readonly [string, Encoding])[] {
  const { file } = argument;
  const mediaTypes = file?.mediaTypes;
  if (mediaTypes !== undefined) {
    return [[formName(argument), { contentType: mediaTypes.join(', ') }]];
  }
  if (file !== undefined) return [];
  const style = styleOf(argument);
  const isNested =
    style === undefined ? isStructure(argument.schema as OwnSchema) : style.style !== 'form';
  const encoding = isNested ? (nested ?? style) : style;
  return encoding === undefined ? [] : [[formName(argument), encoding]];
}

function bodyType(
  args: readonly ArgumentDescription[],
  nameOf: (argument: ArgumentDescription) => string,
  { context, isClosed }: BodySettings,
): MediaType {
  const properties = args.map((argument) => {
    const { schema, definitions } = argument;
    const json = jsonSchema(schema as OwnSchema, { ...context, definitions });
    return [nameOf(argument), argument.rejectsNull === true ? withoutNull(json) : json];
  });
  const required = args.filter(isRequired);
  const examples = args
    .filter(({ schema }) => schema.required === true)
    .map((argument) => [nameOf(argument), exampleOfArgument(argument)]);
  const hasExample = examples.length > 0 && examples.every(([, value]) => value !== undefined);
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(properties) as JsonSchema,
      ...(required.length === 0 ? {} : { required: required.map(nameOf) }),
      ...(isClosed ? { additionalProperties: false } : {}),
    },
    ...(hasExample ? { example: Object.fromEntries(examples) as JsonSchema } : {}),
  };
}

/** A default makes an argument optional, whatever else is stated; null as a default does not, if it counts as absent. */
export function isRequired({
  schema,
  rejectsNull,
}: Pick<ArgumentDescription, 'schema' | 'rejectsNull'>): boolean {
  return schema.required === true && (schema.default === undefined || rejectsNull === true);
}

/** The definitions of an argument, and those around a value. */
interface Known {
  readonly definitions: DescribedDefinitions;
  readonly open: readonly string[];
}

export function exampleOfArgument({ schema, definitions = {} }: ArgumentDescription): unknown {
  return exampleOf(schema as OwnSchema, { definitions, open: [] });
}

/**
 * A value that a schema accepts: its default if it has one. `undefined` if no value can be derived, or if the schema
 * rejects the derived one.
 */
function exampleOf(schema: OwnSchema, known: Known): unknown {
  const example = candidateOf(schema, known);
  return example === undefined || isAccepted(schema, example, known) ? example : undefined;
}

/** An object with the required properties; `undefined` if the value of one cannot be derived. */
function objectExample(
  properties: Readonly<Record<string, OwnSchema>>,
  required: readonly string[],
  known: Known,
): Readonly<Record<string, unknown>> | undefined {
  const entries = required.map((name) => [name, exampleOf(properties[name] ?? {}, known)] as const);
  return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries);
}

function candidateOf(schema: OwnSchema, known: Known): unknown {
  if (schema.default !== undefined) return schema.default;
  if (schema.example !== undefined) return schema.example;
  const [first] = schema.enum ?? [];
  if (first !== undefined) return first;
  const { anyOf, oneOf, ...rest } = schema;
  const [option] = anyOf ?? oneOf ?? [];
  if (option !== undefined) return candidateOf({ ...rest, ...option }, known);
  const [type = ''] = [schema.type ?? []].flat();
  if (type !== 'object' || schema.$ref === undefined) return BY_TYPE.get(type)?.(schema, known);
  // An object that must be within itself has no example.
  const { definitions, open } = known;
  const definition = open.includes(schema.$ref) ? undefined : definitions[schema.$ref];
  return definition && recordExample(definition, { definitions, open: [...open, schema.$ref] });
}

function isAccepted(schema: OwnSchema, example: unknown, { definitions }: Known): boolean {
  // The default of an argument was checked at startup; null means that there is none.
  if (schema.default !== undefined) return true;
  const validator = compileSchema(schema as ValueSchema, {
    engine: 'interpreted',
    definitions: new Map(Object.entries(definitions)),
  });
  return validator.parse(example) !== INVALID;
}

function requiredOf(properties: Readonly<Record<string, OwnSchema>>): readonly string[] {
  return Object.keys(properties).filter((name) => properties[name]?.required === true);
}

function listExample(
  { items, minItems = 0, uniqueItems }: OwnSchema,
  known: Known,
): readonly unknown[] | undefined {
  const element = items === undefined ? undefined : exampleOf(items, known);
  if (element === undefined) return minItems === 0 ? [] : undefined;
  const values = uniqueItems === true ? (items?.enum ?? [element]) : [element];
  const count = Math.max(minItems, 1);
  return Array.from({ length: count }, (_, at) => values[at % values.length]);
}

function recordExample(
  schema: OwnSchema,
  known: Known,
): Readonly<Record<string, unknown>> | undefined {
  const { properties = {}, required, minProperties = 0, additionalProperties } = schema;
  const names = typeof required === 'object' ? required : requiredOf(properties);
  const example = objectExample(properties, names, known);
  const others =
    typeof additionalProperties === 'object' ? exampleOf(additionalProperties, known) : 'text';
  const missing = minProperties - names.length;
  if (example === undefined || (missing > 0 && others === undefined)) return undefined;
  const added = Array.from({ length: Math.max(missing, 0) }, (_, at) => [`name${at + 1}`, others]);
  return { ...example, ...Object.fromEntries(added) };
}

/** A number within the limits of a schema: the least, or 1 if that is allowed. */
function numberExample(schema: OwnSchema): number {
  const { multipleOf, exclusiveMinimum, exclusiveMaximum } = schema;
  const { minimum = -Infinity, maximum = Infinity } = schema;
  const step = multipleOf ?? 1;
  const least = exclusiveMinimum === true ? minimum + step : minimum;
  const most = exclusiveMaximum === true ? maximum - step : maximum;
  if (least > most) return (minimum + maximum) / 2;
  const value = minimum === -Infinity ? Math.min(1, most) : least;
  return multipleOf === undefined ? value : roundTo(value, multipleOf, most);
}

function roundTo(value: number, step: number, most: number): number {
  const next = Math.ceil(value / step) * step;
  return next > most ? Math.floor(value / step) * step : next;
}

/** A segment of a path, which may contain an encoded slash. */
export const SEGMENT = '^[^/]+$';

/** A segment that is not only digits. */
const NOT_DIGITS = '^[^/]*[^/0-9][^/]*$';

/**
 * The schemas of two placeholders at the same position. A route with an integer gets all texts of digits, also those
 * beyond its limits, so the other route does not get them.
 */
export function besideEachOther(a: JsonSchema, b: JsonSchema): [JsonSchema, JsonSchema] {
  return [besideInteger(a, b), besideInteger(b, a)];
}

function besideInteger(schema: JsonSchema, other: JsonSchema): JsonSchema {
  const isSegment = schema['pattern'] === SEGMENT && other['type'] === 'integer';
  return isSegment ? { ...schema, pattern: NOT_DIGITS } : schema;
}

/**
 * The name of an argument in a query or a form: with WordPress's values `tags[]` for a list, as clients of PHP write it,
 * otherwise `tags`, which is repeated or has commas.
 */
export function formName({ name, schema, lists }: ArgumentDescription): string {
  const isRepeated = isOnly('array', schema) && !holdsObjects(schema) && lists === undefined;
  return isRepeated ? `${name}[]` : name;
}

/**
 * Lists and objects are written as PHP reads them: `tags[]=a&tags[]=b`, `lines[0][sku]=x`, `size[width]=1`.
 * `undefined` for a value without parts.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#style-values, which leaves lists within `deepObject` open
 */
export function styleOf({
  schema,
  lists,
}: Pick<ArgumentDescription, 'schema' | 'lists'>): Encoding | undefined {
  if (isOnly('object', schema) || holdsObjects(schema)) {
    return { style: 'deepObject', explode: true };
  }
  if (!isOnly('array', schema)) return undefined;
  return { style: 'form', explode: lists !== 'comma' };
}

/** Whether a value may be an object or a list, also beside other types. */
function isStructure({ type, anyOf, oneOf }: OwnSchema): boolean {
  const types = [type ?? []].flat();
  if (types.some((one) => one === 'object' || one === 'array')) return true;
  return [...(anyOf ?? []), ...(oneOf ?? [])].some(isStructure);
}

/** Whether all values of a schema, except null, have a type. */
function isOnly(type: SchemaType, schema: OwnSchema): boolean {
  return typesOf(schema).every((one) => one === type);
}

export function holdsObjects(schema: OwnSchema): boolean {
  const { items } = schema;
  if (!isOnly('array', schema) || items === undefined) return false;
  return typesOf(items).some((one) => one === 'object' || one === 'array');
}

/** The types of a schema without null; an unknown one if it states none. */
function typesOf({ type }: OwnSchema): readonly (SchemaType | 'any')[] {
  const all: readonly (SchemaType | 'any')[] = typeof type === 'string' ? [type] : (type ?? []);
  const types = all.filter((one) => one !== 'null');
  return types.length === 0 ? ['any'] : types;
}
