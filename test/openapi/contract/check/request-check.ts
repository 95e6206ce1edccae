import type { Parameter, Schema } from '../document.js';
import { pairsOf, type Style } from '../generate/send.js';
import { FILES_TYPE, FileValue, JSON_TYPE, type ContractRequest, type Values } from '../request.js';
import type { DocumentValidator } from '../validator.js';
import { coercingReader, loosened } from './coercions.js';
import { emptyFieldsReader } from './empty-fields.js';
import { fileNames, holdsFiles } from './file-fields.js';
import { textReader, type Reader } from './read-text.js';
import { treeOf } from './tree.js';

/**
 * `valid`: by the document, so it must be accepted. `invalid`: must be rejected. `coercible`: invalid by
 * the document, but one of the coercions that the documentation lists makes it valid.
 */
export type Verdict = 'valid' | 'coercible' | 'invalid';

/** How values are read, and which schema they must satisfy. */
interface Mode {
  readonly text: Reader;
  readonly json: Reader;
  /** The fields of a query or a form: which of them count as sent. */
  readonly fields: (value: unknown, schema: Schema) => unknown;
  readonly schema: (schema: Schema) => Schema;
  /** What a JSON body holds. */
  readonly body: (value: unknown, schema: Schema) => unknown;
  readonly segment: (text: string) => string;
  /** Whether the arguments of another route at the same path are no arguments. */
  readonly knowsRoutes: boolean;
}

export class RequestCheck {
  readonly #strict: Mode;
  readonly #loose: Mode;

  constructor(readonly validator: DocumentValidator) {
    const text = textReader(validator);
    this.#strict = {
      text,
      json: (_, value) => value,
      fields: (one) => one,
      schema: (one) => one,
      body: (one) => one,
      segment: (one) => one,
      knowsRoutes: false,
    };
    const coerced = coercingReader(validator);
    this.#loose = {
      text: coerced,
      json: coerced,
      fields: emptyFieldsReader(validator),
      schema: looseSchema,
      body: argumentsIn,
      // A `match` does not regard the case of letters.
      segment: (text) => text.toLowerCase(),
      knowsRoutes: true,
    };
  }

  verdict(request: ContractRequest): Verdict {
    if (this.#problems(request, this.#strict).length === 0) return 'valid';
    return this.#problems(request, this.#loose).length === 0 ? 'coercible' : 'invalid';
  }

  /** What the document has against a request. */
  reasons(request: ContractRequest): readonly string[] {
    return this.#problems(request, this.#strict);
  }

  #problems(request: ContractRequest, mode: Mode): readonly string[] {
    const { parameters = [] } = request.to.operation;
    const query = treeOf(pairsOf(request.query));
    const inPath = parameters.flatMap((parameter) =>
      parameter.in === 'path'
        ? this.#value(parameter, mode.segment(String(request.path[parameter.name])), mode)
        : [],
    );
    if (mode.knowsRoutes && isJoint(request)) return inPath;
    const queried = parameters.filter((parameter) => parameter.in === 'query');
    return [
      ...inPath,
      ...queried.flatMap((parameter) => this.#queried(parameter, query, mode)),
      ...parameters.flatMap((parameter) =>
        parameter.in === 'header' ? this.#header(parameter, request.headers, mode) : [],
      ),
      ...this.#body(request, mode),
    ];
  }

  #queried(parameter: Parameter, query: Values, mode: Mode): readonly string[] {
    const sent = mode.fields(query[parameter.name.replace(/\[\]$/, '')], parameter.schema);
    if (sent !== undefined) return this.#value(parameter, divided(sent, parameter), mode);
    return parameter.required ? [`${parameter.name} is missing`] : [];
  }

  #header(parameter: Parameter, headers: Values, mode: Mode): readonly string[] {
    const sent = headers[parameter.name];
    if (sent !== undefined) return this.#value(parameter, sent, mode);
    return parameter.required ? [`${parameter.name} is missing`] : [];
  }

  #value(parameter: Parameter, sent: unknown, mode: Mode): readonly string[] {
    const schema = mode.schema(parameter.schema);
    const reasons = this.validator.reasons(schema, mode.text(schema, sent));
    return reasons.map((reason) => `${parameter.name}: ${reason}`);
  }

  #body({ to, body }: ContractRequest, mode: Mode): readonly string[] {
    const { requestBody } = to.operation;
    if (requestBody === undefined) return [];
    const type = body?.type ?? JSON_TYPE;
    const media = requestBody.content[type];
    if (media === undefined) return requestBody.required ? [`${type} is not declared`] : [];
    const sent = mode.body(body?.value, media.schema);
    if (sent === undefined) return requestBody.required ? ['a body is missing'] : [];
    const schema = mode.schema(media.schema);
    const value =
      type === JSON_TYPE
        ? mode.json(schema, sent)
        : readForm(sent as Values, schema, media.encoding ?? {}, mode);
    const reasons = this.validator.reasons(schema, value);
    const files = type === FILES_TYPE ? wrongFiles(sent as Values, media.encoding ?? {}) : [];
    return [...reasons, ...files].map((reason) => `body: ${reason}`);
  }
}

/** A list whose items are written between commas is one text. */
function divided(sent: unknown, { style, explode }: Style): unknown {
  if (!Array.isArray(sent) || style !== 'form' || explode !== false) return sent;
  return sent.join(',').split(',');
}

/** Two routes of the same path are one operation, of which a request needs the arguments of one. */
function isJoint({ to }: ContractRequest): boolean {
  return to.operation.description.includes('Or, by the value in the path:');
}

function looseSchema(schema: Schema): Schema {
  return loosened(schema) as Schema;
}

/** No body has no arguments, and neither has JSON other than an object. A file that is no file is absent. */
function argumentsIn(body: unknown, schema: Schema): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return {};
  const files = fileNames(schema);
  const isThere = ([name, value]: readonly [string, unknown]) =>
    !files.has(name) || holdsFiles(value);
  return Object.fromEntries(Object.entries(body).filter(isThere));
}

/** The parts that are JSON are read as JSON. */
function readForm(sent: Values, schema: Schema, encoding: Encoding, mode: Mode): unknown {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>;
  const isJson = ([name]: readonly [string, unknown]) => encoding[name]?.contentType === JSON_TYPE;
  const entries = Object.entries(sent);
  const json = entries.filter(isJson).flatMap(([name, value]) => {
    const own = properties[name] ?? {};
    const isList = own['type'] === 'array';
    // No part is no list, and one part is a list of one.
    if (isList && Array.isArray(value) && value.length === 0) return [];
    const isItem = isList && typeof value === 'object' && value !== null && !Array.isArray(value);
    return [[name, mode.json(own, isItem ? [value] : value)] as const];
  });
  const texts = mode.fields(
    formOf(Object.fromEntries(entries.filter((entry) => !isJson(entry)))),
    schema,
  );
  return { ...(mode.text(schema, texts) as object), ...Object.fromEntries(json) };
}

/** What a form holds, by the names of the document. */
function formOf(values: Values): Values {
  const lists = new Set(Object.keys(values).filter((name) => name.endsWith('[]')));
  return Object.fromEntries(
    Object.entries(treeOf(pairsOf(values))).map(([name, value]) => [
      lists.has(`${name}[]`) ? `${name}[]` : name,
      value,
    ]),
  );
}

type Encoding = Readonly<Record<string, { readonly contentType?: string }>>;

function wrongFiles(values: Values, encoding: Encoding): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const ranges = encoding[name]?.contentType?.split(', ');
    const files = [value].flat().filter((one) => one instanceof FileValue);
    return files
      .filter(({ type }) => ranges !== undefined && !ranges.some((range) => isIn(type, range)))
      .map(({ type }) => `${name} is of the type ${type}`);
  });
}

function isIn(type: string, range: string): boolean {
  return range === '*/*' || type === range || type.startsWith(range.replace('*', ''));
}
