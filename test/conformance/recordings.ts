import { readFileSync } from 'node:fs';

export interface Exchange {
  readonly id: number;
  readonly group: string;
  readonly method: string;
  readonly path: string;
  readonly user?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly expect: {
    readonly status: number;
    readonly allow?: readonly string[];
    readonly location?: string;
    readonly body?: unknown;
  };
}

export function readLines<T>(name: string): readonly T[] {
  const text = readFileSync(new URL(name, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

interface ErrorBody {
  readonly code: string;
  readonly data: Record<string, unknown>;
}

/**
 * What of an answer is compared: of an error its code and status, the names of the arguments and the
 * codes of their refusals, and what else the recording lists; the texts are ours. The recordings have no links in the
 * descriptions of routes.
 */
export function comparable(body: unknown): unknown {
  if (!isErrorBody(body)) return withoutSelfLinks(body);
  const { params, details, ...data } = body.data;
  return {
    code: body.code,
    data: {
      ...data,
      ...(params === undefined ? {} : { params: namesOf(params) }),
      ...(details === undefined ? {} : { details: codesOf(details as Record<string, unknown>) }),
    },
  };
}

function withoutSelfLinks(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  if ('endpoints' in body) return { ...body, _links: undefined };
  if (!('routes' in body)) return body;
  const routes = Object.entries(body.routes as object);
  return {
    ...body,
    routes: Object.fromEntries(routes.map(([path, route]) => [path, withoutSelfLinks(route)])),
    _links: undefined,
  };
}

function namesOf(params: unknown): readonly string[] {
  return (Array.isArray(params) ? params.map(String) : Object.keys(params as object)).toSorted();
}

function codesOf(details: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(details).map(([name, detail]) => [
      name,
      typeof detail === 'string' ? detail : (detail as { code: string }).code,
    ]),
  );
}

function isErrorBody(body: unknown): body is ErrorBody {
  return (
    typeof body === 'object' &&
    body !== null &&
    'code' in body &&
    'data' in body &&
    typeof body.data === 'object' &&
    body.data !== null &&
    'status' in body.data
  );
}
