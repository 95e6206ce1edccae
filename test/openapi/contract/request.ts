import type { Placed } from './document.js';

/** A request for an operation, with the values that its document names. */
export interface ContractRequest {
  readonly to: Placed;
  readonly path: Values;
  /** By the names of the document: `tags[]` for a list. */
  readonly query: Values;
  readonly headers: Values;
  readonly body?: { readonly type: string; readonly value: unknown };
  /** Who sends it; anonymous without one. */
  readonly caller?: string;
}

export type Values = Readonly<Record<string, unknown>>;

export const JSON_TYPE = 'application/json';
export const FORM_TYPE = 'application/x-www-form-urlencoded';
export const FILES_TYPE = 'multipart/form-data';

/** A file of a form: `format: binary` in the document. */
export class FileValue {
  constructor(
    readonly content: string,
    readonly type: string,
  ) {}
}
