import { httpError } from '../../diagnostics/http-error-catalogue.js';
import type { Endpoint, Outcome, Step } from '../../lifecycle/endpoint.js';
import type { RequestContext } from '../../lifecycle/request-context.js';
import type { ResourceVersion } from '../../routes/rest-request.js';
import { hasTag, isMatch, isNotModified } from '../../shared/entity-tag.js';
import { whenReady } from '../../shared/promises.js';
import { CONDITIONAL, type VersionOf } from './version-option.js';

/**
 * Rejects a request that does not say which version it changes. As a missing argument, it is rejected before the method,
 * and in a batch before another request is executed. `undefined` for a route that changes nothing which a client has
 * read.
 *
 * @see RFC 6585, 3
 */
export function requireStep({ definition: { methods } }: Endpoint): Step | undefined {
  if (!methods.some((method) => CONDITIONAL.has(method))) return undefined;
  return ({ method, headers }): Outcome => {
    if (!CONDITIONAL.has(method)) return undefined;
    const { 'if-match': match, 'if-none-match': noneMatch } = headers;
    if (match !== undefined) {
      return match.trim() === '*' || hasTag(match) ? undefined : httpError('rest_version_invalid');
    }
    const isCreation = method === 'PUT' && noneMatch?.trim() === '*';
    return isCreation ? undefined : httpError('rest_version_required');
  };
}

/**
 * Runs the wrapped step with `request.expectVersion`, and gives the response the version of the result. It is the
 * innermost step around the method, because the version may be a property that is not sent.
 *
 * @param report Receives a mistake of the method, in a text.
 */
export function versionStep(
  { definition: { handler } }: Endpoint,
  perform: Step,
  versionOf: VersionOf,
  report: (text: string) => void,
): Step {
  return (context) => {
    let isCompared = false;
    context.expectVersion = (current) => {
      isCompared = true;
      compare(context, current, versionOf);
    };
    return whenReady(perform(context), (outcome) => {
      if (outcome !== undefined || !hasSucceeded(context)) return outcome;
      if (!isCompared && CONDITIONAL.has(context.method)) {
        report(
          `${handler} has changed something without request.expectVersion: a client that has read an older version may have overwritten the change of another one.`,
        );
      }
      if (!tagResult(context, versionOf) && context.method === 'GET') {
        report(
          `The result of ${handler} has no version, so that no client can change the resource.`,
        );
      }
      return undefined;
    });
  };
}

/** @throws RestException 412 if the client expects another version, 428 if it states none. */
function compare({ headers }: RequestContext, current: unknown, versionOf: VersionOf): void {
  const isAbsent = current === undefined || current === null;
  const tag = isAbsent ? undefined : tagOf(current, versionOf);
  if (!isAbsent && tag === undefined) {
    throw new TypeError(
      'The value for request.expectVersion has no version. It is the current version, the current row of the resource, or undefined if there is none: await it, and select the property of the version.',
    );
  }
  const { 'if-match': match, 'if-none-match': noneMatch } = headers;
  if (match === undefined && noneMatch === undefined) throw httpError('rest_version_required');
  // `*` matches any version, but not a resource that does not exist.
  if (match !== undefined && (isAbsent || !isMatch(match, tag))) {
    throw httpError('rest_version_mismatch');
  }
  if (isNotModified(noneMatch, tag)) throw httpError('rest_resource_exists');
}

function tagOf(current: unknown, versionOf: VersionOf): string | undefined {
  const isRow =
    typeof current === 'object' &&
    current !== null &&
    !(current instanceof Date) &&
    !(current instanceof Uint8Array);
  return tagOfVersion(isRow ? versionOf(current) : (current as ResourceVersion));
}

/** The method may have returned a `RestResponse` with the status of an error. */
function hasSucceeded({ stated }: RequestContext): boolean {
  return stated === undefined || stated.status < 300;
}

/**
 * Gives the response the version of what the method has returned, before interceptors have changed it.
 *
 * @returns Whether the data, if there are any, have a version. A list has none.
 */
function tagResult(context: RequestContext, versionOf: VersionOf): boolean {
  const { stated, shownData } = context;
  const data = shownData ?? context.data;
  if (typeof data !== 'object' || data === null) return true;
  const tag = tagOfVersion(versionOf(data));
  if (tag === undefined) return false;
  if (stated?.headers['etag'] !== undefined) return true;
  context.keepResult(context.responseWith(context.data).header('ETag', tag));
  return true;
}

/**
 * The characters that a tag cannot have, or that readers of lists of tags mistake: a quote, a comma and a backslash.
 * `%` makes the text of a version recoverable.
 *
 * @see RFC 9110, 8.8.3
 */
const ENCODED = /[^\x21\x23\x24\x26-\x2b\x2d-\x5b\x5d-\x7e]/gu;

/**
 * The strong entity tag of a version.
 *
 * @returns `undefined` for `undefined` and for a value without a text, such as an invalid date.
 * @example
 * tagOfVersion(7); // "7", quotation marks included
 * tagOfVersion(new Date(0)); // "1970-01-01T00:00:00.000Z"
 * tagOfVersion('a b'); // "a%20b"
 */
function tagOfVersion(version: ResourceVersion): string | undefined {
  const text = textOfVersion(version);
  if (text === undefined) return undefined;
  return `"${text.toWellFormed().replaceAll(ENCODED, encodeURIComponent)}"`;
}

/** A value of the application may be of any type. */
function textOfVersion(version: unknown): string | undefined {
  switch (typeof version) {
    case 'string':
      return version;
    case 'bigint':
      return String(version);
    case 'number':
      return Number.isFinite(version) ? String(version) : undefined;
    default:
      break;
  }
  // That of a row which was never changed, if it is the time of the last change.
  if (version === null) return '';
  if (version instanceof Date) {
    return Number.isNaN(version.getTime()) ? undefined : version.toISOString();
  }
  // A row version of SQL Server.
  if (version instanceof Uint8Array) return Buffer.from(version).toString('base64url');
  return undefined;
}
