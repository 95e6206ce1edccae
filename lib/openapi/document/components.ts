import type { JsonSchema } from './open-api-types.js';
import { nestBodyOf } from '../../diagnostics/nest-exception.js';
import { PROBLEM_TYPE, problemOf } from '../../diagnostics/problem.js';
import type { RestException } from '../../diagnostics/rest.exception.js';

/** Collects named schemas, so that a document contains each of them once. */
export class SchemaComponents {
  readonly #schemas = new Map<string, JsonSchema>();
  readonly #texts = new Map<string, string>();

  /** Adds a schema and returns a reference to it. A different schema of the same name gets a number. */
  add(title: string, schema: JsonSchema): JsonSchema {
    const name = safeName(title);
    const text = JSON.stringify(schema);
    let unique = name;
    for (let count = 2; this.#isOther(unique, text); count += 1) unique = `${name}${count}`;
    this.#texts.set(unique, text);
    this.#schemas.set(unique, schema);
    return reference(unique);
  }

  get schemas(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries(this.#schemas);
  }

  #isOther(name: string, text: string): boolean {
    const known = this.#texts.get(name);
    return known !== undefined && known !== text;
  }
}

export function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

export function safeName(text: string): string {
  return text.replaceAll(/[^\w.-]/g, '_');
}

/** How a document describes errors. */
export interface ErrorShape {
  readonly mediaType: string;
  readonly schema: JsonSchema;
  /** An error as the application sends it. */
  readonly example: (error: RestException) => object;
}

const STATUS: JsonSchema = { type: 'integer', minimum: 400, maximum: 599 };

const CODE: JsonSchema = { type: 'string', description: 'For programs.' };

const TEXT: JsonSchema = { type: 'string', description: 'For people.' };

/** WordPress's `WP_Error` as its REST API sends it. */
const WORDPRESS: ErrorShape = {
  mediaType: 'application/json',
  schema: {
    type: 'object',
    description: 'An error.',
    properties: {
      code: CODE,
      message: TEXT,
      data: { type: 'object', properties: { status: STATUS }, required: ['status'] },
    },
    required: ['code', 'message', 'data'],
  },
  example: (error) => error.toBody(),
};

/** A problem of RFC 9457. */
const PROBLEM: ErrorShape = {
  mediaType: PROBLEM_TYPE,
  schema: {
    type: 'object',
    description: 'An error as a problem of RFC 9457. It may have further members.',
    properties: {
      type: { type: 'string', format: 'uri-reference' },
      title: { type: 'string', description: 'The reason phrase of the status.' },
      status: STATUS,
      detail: TEXT,
      code: CODE,
    },
    required: ['type', 'title', 'status', 'detail', 'code'],
  },
  example: problemOf,
};

/** The body of Nest's exceptions. */
const NEST: ErrorShape = {
  mediaType: 'application/json',
  schema: {
    type: 'object',
    description: 'An error in the form of Nest. It may have further members.',
    properties: {
      statusCode: STATUS,
      message: { anyOf: [TEXT, { type: 'array', items: TEXT }] },
      error: { type: 'string', description: 'The reason phrase of the status.' },
    },
    required: ['statusCode', 'message'],
  },
  example: (error) => nestBodyOf(error, error).body as object,
};

const SHAPES = { wordpress: WORDPRESS, problem: PROBLEM, nest: NEST } as const;

export function errorShapeOf(errors: keyof typeof SHAPES = 'wordpress'): ErrorShape {
  return SHAPES[errors];
}
