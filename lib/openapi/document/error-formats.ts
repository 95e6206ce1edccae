import { STATUS_CODES } from 'node:http';
import { distinctCode, type RestException } from '../../diagnostics/rest.exception.js';
import type { ErrorSignature } from '../../types/method-signature.js';
import { mapValues } from '../../shared/records.js';
import { reference } from './components.js';
import type { JsonSchema } from './open-api-types.js';

/** The schema of all errors. */
export const ERROR: JsonSchema = reference('RestError');

/** How a document describes errors. */
export interface DescribedErrors {
  readonly mediaType: string;
  readonly schema: JsonSchema;
  /** The schema of errors with codes of the application or of the library, beside that of all errors. */
  readonly codes: (stated: readonly ErrorSignature[], own: readonly string[]) => JsonSchema;
  /** An error as the application sends it. */
  readonly example: (error: RestException) => object;
}

const STATUS: JsonSchema = { type: 'integer', minimum: 400, maximum: 599 };

const CODE: JsonSchema = { type: 'string', description: 'For programs.' };

function withCodes(stated: readonly ErrorSignature[], own: readonly string[]): JsonSchema {
  return schemaOf({ code: [...codesOf(stated), ...own] }, ['code']);
}

function mayHaveCodes(stated: readonly ErrorSignature[]): JsonSchema {
  return schemaOf({ code: codesOf(stated) });
}

/** @param texts The texts that each property may have. */
function schemaOf(
  texts: Readonly<Record<string, readonly string[]>>,
  required?: readonly string[],
): JsonSchema {
  const properties = mapValues(texts, (all) => ({ type: 'string', enum: [...new Set(all)] }));
  return { type: 'object', properties, ...(required && { required }) };
}

function codesOf(stated: readonly ErrorSignature[]): readonly string[] {
  return stated.map(({ code }) => code);
}

/** With the types of problems, if one is stated. */
function withTypes(stated: readonly ErrorSignature[], own: readonly string[]): JsonSchema {
  if (stated.every(({ type }) => type === undefined)) return withCodes(stated, own);
  const type = [...stated.map((one) => one.type ?? BLANK), ...(own.length === 0 ? [] : [BLANK])];
  return schemaOf({ type, code: [...codesOf(stated), ...own] }, ['type', 'code']);
}

const BLANK = 'about:blank';

const TEXT: JsonSchema = { type: 'string', description: 'For people.' };

/** WordPress's `WP_Error` as its REST API sends it. */
const WORDPRESS: DescribedErrors = {
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
  codes: withCodes,
  example: (error) => error.toBody(),
};

/** A problem of RFC 9457. */
const PROBLEM: DescribedErrors = {
  mediaType: 'application/problem+json',
  schema: {
    type: 'object',
    description: 'An error as a problem of RFC 9457. It may have further members.',
    properties: {
      type: {
        type: 'string',
        format: 'uri-reference',
        description: 'The kind of error; `about:blank` if it has no other than that of the status.',
      },
      title: { type: 'string', description: 'The reason phrase of the status.' },
      status: STATUS,
      detail: TEXT,
      code: CODE,
    },
    required: ['type', 'title', 'status', 'detail', 'code'],
  },
  codes: withTypes,
  example: problemOf,
};

function problemOf(error: RestException): object {
  const status = error.getStatus();
  const { message: detail, data } = error;
  const title = STATUS_CODES[status] ?? 'Error';
  return { type: BLANK, title, status, detail, code: distinctCode(error), ...data };
}

/** The body of Nest's exceptions. Only a `RestException` of the application has a code. */
const NEST: DescribedErrors = {
  mediaType: 'application/json',
  schema: {
    type: 'object',
    description: 'An error in the form of Nest. It may have further members.',
    properties: {
      statusCode: STATUS,
      message: { anyOf: [TEXT, { type: 'array', items: TEXT }] },
      error: { type: 'string', description: 'The reason phrase of the status.' },
      code: CODE,
    },
    required: ['statusCode', 'message'],
  },
  codes: mayHaveCodes,
  example: nestBodyOf,
};

function nestBodyOf(error: RestException): object {
  const statusCode = error.getStatus();
  // Nest has texts of its own for what its guards reject, and for failures.
  if (statusCode === 401) return { message: 'Unauthorized', statusCode };
  if (statusCode === 500) return { statusCode, message: 'Internal server error' };
  const message = statusCode === 403 ? 'Forbidden resource' : error.message;
  return { message, error: STATUS_CODES[statusCode] ?? 'Error', statusCode };
}

const FORMATS = { wordpress: WORDPRESS, problem: PROBLEM, nest: NEST } as const;

export function describedErrorsOf(errors: keyof typeof FORMATS = 'wordpress'): DescribedErrors {
  return FORMATS[errors];
}
