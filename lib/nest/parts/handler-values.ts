import type { RequestContext } from '../../lifecycle/request-context.js';
import { memoize } from '../../shared/promises.js';
import type { ParameterReader } from '../enhancers/scoped-enhancers.js';
import type { NestSource, TakenParameter } from './plain-arguments.js';

/** A value that the handler has, or may read from the request, under the name of an argument. */
export interface SourceValue {
  readonly source: NestSource;
  readonly value: unknown;
}

/** The sources of arguments that Nest's parameters have too, by precedence, and their names in the request. */
const PROPERTIES: ReadonlyMap<NestSource, 'body' | 'query' | 'params'> = new Map([
  ['body', 'body'],
  ['query', 'query'],
  ['path', 'params'],
]);

/**
 * What a handler of a plain controller gets. Nest runs pipes after guards, so that they run twice: here, on a
 * copy of what the client sent, and for the handler.
 */
export class HandlerValues {
  readonly #readerOf: (index: number) => ParameterReader;
  /** What parameters have after their pipes, by index, as far as callbacks asked for them. */
  readonly #read = new WeakMap<RequestContext, Map<number, Promise<unknown>>>();

  constructor(
    private readonly taken: readonly TakenParameter[],
    readerOf: (index: number) => ParameterReader,
  ) {
    this.#readerOf = memoize(readerOf);
  }

  /** The parameters that take an argument by its name. Names of headers have no case. */
  named(wanted: string): readonly TakenParameter[] {
    return this.taken.filter(
      ({ name, source }) =>
        name === wanted || (source === 'headers' && name?.toLowerCase() === wanted.toLowerCase()),
    );
  }

  /** The parameters that take a whole source which has values of callbacks. */
  get wholes(): readonly TakenParameter[] {
    return this.taken.filter(({ name, source }) => name === undefined && PROPERTIES.has(source));
  }

  /** The values under the name of an argument, those that the handler names first. */
  async read(name: string, context: RequestContext): Promise<readonly SourceValue[]> {
    const values: SourceValue[] = [];
    const named = this.named(name);
    for (const parameter of named) {
      values.push({ source: parameter.source, value: await this.#take(parameter, context) });
    }
    for (const whole of this.wholes) {
      // A value that the client did not send is that of a class: the handler names another.
      if (named.length > 0 && sentValue(whole.source, name, context) === undefined) continue;
      const taken = await this.#take(whole, context);
      values.push({ source: whole.source, value: propertyOf(taken, name) });
    }
    return named.length > 0 ? values : [...values, ...this.#readable(name, context)];
  }

  /** A handler that does not name an argument may read it from the request, but for what it takes as a whole. */
  #readable(name: string, context: RequestContext): readonly SourceValue[] {
    const taken = new Set(this.wholes.map(({ source }) => source));
    return [...PROPERTIES.keys()]
      .filter((source) => !taken.has(source))
      .map((source) => ({ source, value: sentValue(source, name, context) }));
  }

  #take(parameter: TakenParameter, context: RequestContext): Promise<unknown> {
    const { index } = parameter;
    const read = this.#read.get(context) ?? new Map<number, Promise<unknown>>();
    this.#read.set(context, read);
    const { raw } = context;
    const value = read.get(index) ?? this.#readerOf(index)(raw, copyFor(parameter, raw));
    read.set(index, value);
    return value;
  }
}

/** What the client has sent under a name. */
export function sentValue(source: NestSource, name: string, context: RequestContext): unknown {
  const values = sentBy(source, context);
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function sentBy(source: NestSource, context: RequestContext): Readonly<Record<string, unknown>> {
  switch (source) {
    case 'path':
      return context.params;
    case 'body':
      return context.body.value;
    case 'query':
    case 'headers':
      return context[source];
    default:
      return {};
  }
}

/** A getter of a class counts, a method of every object does not. */
function propertyOf(whole: unknown, name: string): unknown {
  if (typeof whole !== 'object' || whole === null) return undefined;
  if (!Object.hasOwn(whole, name) && name in Object.prototype) return undefined;
  return Reflect.get(whole, name);
}

/** The request as the parameter sees it: a pipe that changes what it gets must not change the request. */
function copyFor({ source }: TakenParameter, raw: unknown): unknown {
  const request = raw as object;
  const property = PROPERTIES.get(source);
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
