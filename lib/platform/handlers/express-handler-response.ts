import type { ServerResponse } from 'node:http';
import { isStreamed, JSON_TYPE, type PlainContent } from '../../pipeline/caching/plain-content.js';
import { linesOf } from '../http/lines-of-headers.js';
import type { HandlerResponse } from './handler-response.js';

/** Express's response, as far as it matters here. */
interface ExpressResponse extends ServerResponse {
  readonly app: { get(setting: string): unknown };
}

type Replacer = Parameters<typeof JSON.stringify>[1];
type Spaces = Parameters<typeof JSON.stringify>[2];

const NOTHING: PlainContent = { body: undefined, contentType: undefined };

/** A response of Express's. */
export class ExpressHandlerResponse implements HandlerResponse {
  readonly #response: ExpressResponse;

  constructor(response: unknown) {
    this.#response = response as ExpressResponse;
  }

  get status(): number {
    return this.#response.statusCode;
  }

  get isSent(): boolean {
    return this.#response.headersSent;
  }

  presetHeader(name: string): string | undefined {
    const value = this.#response.getHeader(name);
    return value === undefined ? undefined : String(value);
  }

  presetHeaders(): Readonly<Record<string, unknown>> {
    return this.#response.getHeaders();
  }

  presetCookies(): readonly string[] {
    return linesOf(this.#response.getHeader('set-cookie'));
  }

  setStatus(status: number): void {
    this.#response.statusCode = status;
  }

  setHeader(name: string, value: string | string[]): void {
    this.#response.setHeader(name, value);
  }

  removeHeader(name: string): void {
    this.#response.removeHeader(name);
  }

  /** Nest's adapter sends nothing for `null`, JSON for an object, and a text for anything else. */
  contentOf(value: unknown): PlainContent | undefined {
    if (value === undefined || value === null) return NOTHING;
    if (isPrimitive(value)) return { body: String(value), contentType: undefined };
    if (typeof value !== 'object' || isStreamed(value)) return undefined;
    const body = this.#jsonOf(value);
    return body === undefined ? undefined : { body, contentType: JSON_TYPE };
  }

  /** With the settings of the application that `response.json` heeds. */
  #jsonOf(value: object): string | undefined {
    const { app } = this.#response;
    const replacer = app.get('json replacer') as Replacer;
    const spaces = app.get('json spaces') as Spaces;
    const text = JSON.stringify(value, replacer, spaces) as string | undefined;
    return app.get('json escape') === true ? text?.replace(/[<>&]/g, escaped) : text;
  }
}

function isPrimitive(value: unknown): value is string | number | bigint | boolean {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
}

function escaped(character: string): string {
  return `\\u00${character.charCodeAt(0).toString(16)}`;
}
