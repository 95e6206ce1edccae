import { canonicalArguments } from '../../../../caching/keys/canonical-arguments.js';
import { NullRecord } from '../../../../shared/null-record.js';
import type { PlainRequest } from '../../plain-request.js';

/** What distinguishes the responses of one handler. */
export interface PlainKey {
  /** The parameters of query and path by name, as they came. The path takes precedence. */
  readonly args: Readonly<Record<string, unknown>>;
  /** What the arguments lack: the path, the name of the server, and parameters of the query that the path hides. */
  readonly place: string;
}

/** The key of a request. */
export function plainKeyOf({ path, params, query, raw }: PlainRequest): PlainKey {
  const args: Record<string, unknown> = Object.assign(new NullRecord<unknown>(), query, params);
  const place = JSON.stringify(path) + hiddenOf(query, params) + hostsOf(raw);
  return { args, place };
}

/** `/cats/7?id=8`: a handler may read both. */
function hiddenOf(
  query: Readonly<Record<string, unknown>>,
  params: Readonly<Record<string, unknown>>,
): string {
  for (const name in params) {
    if (name in query) return `?${canonicalArguments(query) ?? ''}`;
  }
  return '';
}

/** Nest's `@HostParam` reads them. */
function hostsOf(raw: unknown): string {
  const hosts: unknown = Reflect.get(raw as object, 'hosts');
  return hosts === undefined ? '' : `@${JSON.stringify(hosts)}`;
}
