import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import type { RestModuleOptions } from '../options/rest-options.js';

/** WordPress's limit. */
const MAXIMUM_REQUESTS = 25;

/** The settings of batches. */
export interface BatchSettings {
  readonly maxRequests: number;
  /** In lower case. */
  readonly protectedHeaders: ReadonlySet<string>;
}

/**
 * The settings of `forRoot({ batch })`; `undefined` where batches are not served.
 *
 * @throws InvalidArgumentException where `maxRequests` is no whole number above zero.
 */
export function batchSettings({ batch = false }: RestModuleOptions): BatchSettings | undefined {
  if (batch === false) return undefined;
  const { maxRequests = MAXIMUM_REQUESTS, protectedHeaders = [] } = batch === true ? {} : batch;
  if (!Number.isSafeInteger(maxRequests) || maxRequests < 1) {
    throw new InvalidArgumentException(
      `RestModule: batch.maxRequests is a whole number above zero, not ${String(maxRequests)}.`,
    );
  }
  const names = protectedHeaders.map((name) => name.toLowerCase());
  return { maxRequests, protectedHeaders: new Set(names) };
}
