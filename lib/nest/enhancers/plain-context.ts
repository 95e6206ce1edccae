import { NO_BODY } from '../../lifecycle/messages/body.js';
import { RequestContext } from '../../lifecycle/request-context.js';
import type { RouteEntry } from '../../lifecycle/endpoint.js';
import type { PlainExchange } from '../../platform/plain-exchange.js';
import type { Parameters } from '../../routes/rest-request.js';
import { NullRecord } from '../../shared/records.js';

/**
 * A request to a handler of a plain Nest controller. Path, query and body are those that the adapter has parsed, so
 * that a permission decides by the values that the handler gets.
 */
export class PlainContext extends RequestContext {
  declare readonly exchange: PlainExchange;
  #query: Parameters | undefined;
  #body: RequestContext['body'] | undefined;

  constructor(exchange: PlainExchange, entry: RouteEntry) {
    const group = { pattern: entry.pattern, entries: [entry] } as const;
    super(
      exchange,
      exchange.method,
      entry.endpoint(),
      group,
      textsOf(parsedOf(exchange, 'params')),
    );
  }

  /** With placeholders in the syntax of the library's routes: `/cats/{id}`. */
  override get route(): string {
    const { pattern } = this.exchange;
    return typeof pattern === 'string' ? pattern.replace(/:(\w+)/g, '{$1}') : '';
  }

  override get query(): Parameters {
    return (this.#query ??= ownProperties(parsedOf(this.exchange, 'query')));
  }

  /** For any method: a GET handler that reads the body also gets the body that the adapter has parsed. */
  override get body(): RequestContext['body'] {
    return (this.#body ??= bodyOf(parsedOf(this.exchange, 'body')));
  }
}

function parsedOf({ raw }: PlainExchange, name: 'params' | 'query' | 'body'): unknown {
  return Reflect.get(raw as object, name);
}

function bodyOf(whole: unknown): RequestContext['body'] {
  if (whole === undefined) return NO_BODY;
  return { value: Array.isArray(whole) ? NO_BODY.value : ownProperties(whole), whole };
}

/** In Express, the segments of a wildcard are a list. */
function textsOf(params: unknown): Readonly<Record<string, string>> {
  const texts = new NullRecord<string>();
  for (const [name, value] of Object.entries(ownProperties(params))) {
    if (typeof value === 'string') texts[name] = value;
    else if (Array.isArray(value)) texts[name] = value.join('/');
  }
  return texts;
}

/** A copy without a prototype, because the names come from outside. */
function ownProperties(source: unknown): Parameters {
  return typeof source === 'object' && source !== null
    ? Object.assign(new NullRecord<unknown>(), source)
    : NO_BODY.value;
}
