import { HttpException } from '@nestjs/common';
import {
  isRestException,
  RestException,
  type ErrorData,
} from '../../diagnostics/rest.exception.js';
import { translateError } from '../../diagnostics/translate-error.js';
import { isJsonObject, isObject, type JsonObject } from '../../shared/records.js';
import type { HeaderLine } from '../../shared/header-names.js';
import { decodeEntry, encodeEntry, isHeaders, type CacheEntry } from '../caching/index.js';

/** The state of the first request with a key. */
export type IdempotencyRecord = {
  /** Of its arguments. */
  readonly fingerprint: string;
} & (
  | { readonly state: 'running' }
  | { readonly state: 'lost' }
  | { readonly state: 'responded'; readonly entry: CacheEntry }
  | {
      readonly state: 'failed';
      readonly error: StoredError;
      /** Those that the method and interceptors have set before the error. */
      readonly headers: readonly HeaderLine[];
    }
);

/** @param claim Distinguishes the records of requests that run at the same time. */
export function textOfRecord(address: string, record: IdempotencyRecord, claim = ''): string {
  const { state, fingerprint } = record;
  // A client library that mixes up its replies must not send a response to another caller.
  const known = { address, state, fingerprint, claim };
  if (state === 'responded') {
    return JSON.stringify({ ...known, entry: encodeEntry(address, record.entry) });
  }
  if (state !== 'failed') return JSON.stringify(known);
  return JSON.stringify({ ...known, error: record.error, headers: record.headers });
}

/** `undefined` for any other text than that of a record of this address. */
export function recordOf(address: string, text: string): IdempotencyRecord | undefined {
  const read = parsed(text);
  if (!isJsonObject(read) || read['address'] !== address) return undefined;
  const { state, fingerprint, entry: entryText, error, headers } = read;
  if (typeof fingerprint !== 'string') return undefined;
  if (state === 'running' || state === 'lost') return { state, fingerprint };
  if (state === 'failed' && isStoredError(error) && isHeaders(headers)) {
    return { state, fingerprint, error, headers };
  }
  if (state !== 'responded' || typeof entryText !== 'string') return undefined;
  const entry = decodeEntry(address, entryText);
  return entry && { state, fingerprint, entry };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined; // another program has written it
  }
}

/** An error of a method, in the form in which a store keeps it. */
type StoredError =
  | {
      readonly kind: 'rest';
      readonly status: number;
      readonly code: string;
      readonly message: string;
      readonly data: ErrorData;
      readonly type?: string | undefined;
      readonly reason?: string | undefined;
    }
  | {
      readonly kind: 'nest';
      readonly status: number;
      readonly message: string;
      readonly response: string | JsonObject;
    };

/**
 * `undefined` if a repetition runs the method again: for a status from 500, and for an error that is not made for
 * clients, or has no JSON text. An exception filter may respond to it, but what that sends is not known here.
 */
export function storedErrorOf(error: unknown): StoredError | undefined {
  const known = translateError(error);
  if (known === undefined || known.getStatus() >= 500) return undefined;
  const stored = formOf(error, known);
  try {
    return JSON.parse(JSON.stringify(stored)) as StoredError;
  } catch {
    return undefined; // circular data: the error formats cannot send it either
  }
}

function formOf(error: unknown, known: RestException): StoredError {
  const status = known.getStatus();
  if (error instanceof HttpException && !isRestException(error)) {
    const response: unknown = error.getResponse();
    if (typeof response === 'string' || isRecord(response)) {
      return { kind: 'nest', status, message: error.message, response };
    }
  }
  const { code, message, data, problemType: type } = known;
  const reason = RestException.contentOf(known)?.reason;
  return { kind: 'rest', status, code, message, data: { ...data }, type, reason };
}

function isRecord(response: unknown): response is JsonObject {
  return isObject(response) && !(response instanceof Error) && !Array.isArray(response);
}

/** The same error again, for the exception filters and the format of errors. */
export function errorOf(stored: StoredError): HttpException {
  const { message, status } = stored;
  if (stored.kind === 'nest') {
    const again = new HttpException(stored.response, status);
    again.message = message;
    return again;
  }
  const { code, data, type, reason } = stored;
  const options = type === undefined ? {} : { type };
  const again = new RestException(code, message, status, data, options);
  return reason === undefined ? again : RestException.withContent(again, { reason });
}

/** Other programs may write to the store. */
function isStoredError(value: unknown): value is StoredError {
  if (!isJsonObject(value) || typeof value['message'] !== 'string') return false;
  const { kind, status } = value;
  if (typeof status !== 'number' || status < 400 || status >= 500) return false;
  return kind === 'nest'
    ? typeof value['response'] === 'string' || isJsonObject(value['response'])
    : kind === 'rest' && typeof value['code'] === 'string' && isErrorData(value['data']);
}

function isErrorData(data: unknown): data is ErrorData {
  return isJsonObject(data) && data['status'] === undefined;
}
