import { memoize } from '../../../shared/promises.js';
import type { ParameterReader } from '../../enhancers/scoped-enhancers.js';
import type { PlainHandler } from '../plain-handler.js';
import type { PlainRequest } from '../plain-request.js';
import type { NestSource, TakenParameter } from './nest-arguments.js';
import type { PlainArgument } from './plain-permissions.js';

/** A value that the handler has, or may read from the request, under the name of an argument. */
export interface SourceValue {
  readonly source: NestSource;
  readonly value: unknown;
}

/** Makes the reader of the parameter of an index. */
export type ReaderOf = (handler: PlainHandler, index: number) => ParameterReader;

const SOURCES = ['body', 'query', 'path'] as const;

/**
 * What handlers of plain controllers get. Nest runs pipes after guards, so that they run twice: here, on a
 * copy of what the client sent, and for the handler.
 */
export class HandlerValues {
  readonly #readersOf: (handler: PlainHandler) => (index: number) => ParameterReader;

  constructor(readerOf: ReaderOf) {
    this.#readersOf = memoize((handler) => memoize((index) => readerOf(handler, index)));
  }

  /** The values under the name of an argument, those that the handler names first. */
  async read(
    { definition: { name }, named, wholes }: PlainArgument,
    handler: PlainHandler,
    plain: PlainRequest,
  ): Promise<readonly SourceValue[]> {
    const values: SourceValue[] = [];
    for (const parameter of named) {
      values.push({ source: parameter.source, value: await this.#take(parameter, handler, plain) });
    }
    for (const whole of wholes) {
      // A value that the client did not send is that of a class: the handler names another.
      if (named.length > 0 && sentValue(whole.source, name, plain) === undefined) continue;
      const taken = await this.#take(whole, handler, plain);
      values.push({ source: whole.source, value: propertyOf(taken, name) });
    }
    return named.length > 0 ? values : [...values, ...readable(name, wholes, plain)];
  }

  #take(parameter: TakenParameter, handler: PlainHandler, plain: PlainRequest): Promise<unknown> {
    const { index } = parameter;
    const known = plain.taken.get(index);
    if (known !== undefined) return known;
    const taken = this.#readersOf(handler)(index)(plain.raw, copyFor(parameter, plain.raw));
    plain.taken.set(index, taken);
    return taken;
  }
}

/** What the client has sent under a name. */
export function sentValue(source: NestSource, name: string, plain: PlainRequest): unknown {
  const values = sentBy(source, plain);
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function sentBy(source: NestSource, plain: PlainRequest): Readonly<Record<string, unknown>> {
  switch (source) {
    case 'path':
      return plain.params;
    case 'query':
      return plain.query;
    case 'body':
      return plain.body.value;
    case 'headers':
      return plain.headers;
    default:
      return {};
  }
}

/** A handler that does not name an argument may read it from the request, but for what it takes as a whole. */
function readable(
  name: string,
  wholes: readonly TakenParameter[],
  plain: PlainRequest,
): readonly SourceValue[] {
  return SOURCES.filter((source) => wholes.every((whole) => whole.source !== source)).map(
    (source) => ({ source, value: sentValue(source, name, plain) }),
  );
}

/** A getter of a class counts, a method of every object does not. */
function propertyOf(whole: unknown, name: string): unknown {
  if (typeof whole !== 'object' || whole === null) return undefined;
  if (!Object.hasOwn(whole, name) && name in Object.prototype) return undefined;
  return Reflect.get(whole, name);
}

const PROPERTIES = new Map<NestSource, string>([
  ['path', 'params'],
  ['query', 'query'],
  ['body', 'body'],
]);

/** The request as the parameter sees it: a pipe that changes what it gets must not change the request. */
function copyFor({ source }: TakenParameter, raw: unknown): unknown {
  const property = PROPERTIES.get(source);
  const request = raw as object;
  if (property === undefined) return request;
  const value = copyData(Reflect.get(request, property));
  return Object.create(request, { [property]: { value, configurable: true, writable: true } });
}

/** Copies lists and plain objects; without recursion, as a client chooses the depth. */
function copyData(whole: unknown): unknown {
  const holder: { whole?: unknown } = {};
  const left: { readonly from: object; readonly to: object }[] = [{ from: { whole }, to: holder }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { from, to } = next;
    for (const [key, value] of Object.entries(from)) {
      const copy: unknown = isPlain(value) ? emptyLike(value) : value;
      if (isPlain(value)) left.push({ from: value, to: copy as object });
      // A body may have its own `__proto__`.
      Object.defineProperty(to, key, {
        value: copy,
        configurable: true,
        enumerable: true,
        writable: true,
      });
    }
  }
  return holder.whole;
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Array.isArray(value);
}

function emptyLike(value: object): object {
  return Array.isArray(value) ? [] : (Object.create(Object.getPrototypeOf(value)) as object);
}
