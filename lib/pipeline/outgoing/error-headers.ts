import type { PresetHeaders } from '../exchange.js';
import type { Reply } from '../responses/reply.js';
import { protect } from './protective-headers.js';

/** What options decide about the headers of an error. */
export interface ErrorHeaders {
  /** The `WWW-Authenticate` of a 401, such as `Bearer`; absent for none. */
  readonly challenge?: string;
  readonly isProtective: boolean;
}

type Preset = Pick<PresetHeaders, 'presetHeader'>;

/** The headers of an error where no route is: those of routes, without `Allow` and the link to the API. */
export function addErrorHeaders(
  response: Reply,
  preset: Preset,
  { challenge, isProtective }: ErrorHeaders,
): void {
  if (challenge !== undefined) challengeClient(challenge, response, preset);
  if (isProtective) protect(response, preset);
  forbidCaching(response, preset);
}

/** Adds the challenge to a 401; the application's own challenge stays. @see RFC 9110 11.6.1 */
export function challengeClient(
  challenge: string,
  { status, headers }: Reply,
  preset: Preset,
): void {
  if (status !== 401 || headers['www-authenticate'] !== undefined) return;
  if (preset.presetHeader('www-authenticate') !== undefined) return;
  headers['www-authenticate'] = challenge;
}

/** Keeps an error out of caches: they may store a 404 without a `Cache-Control`. @see RFC 9110 15.1 */
export function forbidCaching({ headers }: Reply, preset: Preset): void {
  if (headers['cache-control'] !== undefined) return;
  if (preset.presetHeader('cache-control') === undefined) headers['cache-control'] = 'no-store';
}
