import type { IncomingHttpHeaders } from 'node:http';
import type { RequestParts } from '../../model/request/rest-request.js';

/** Notes which headers of a request are read, and whether anything else is. */
export class ObservedReads {
  readonly #headers = new Set<string>();
  #hasReadMore = false;
  #hasReadUrl = false;

  /**
   * @param urlParts What of a request is noted as part of the URL; nothing by default.
   * @param ignored What is not noted at all.
   */
  constructor(
    private readonly urlParts: ReadonlySet<string | symbol> = new Set(),
    private readonly ignored?: string,
  ) {}

  /** Whether something of `urlParts` was read. */
  get hasReadUrl(): boolean {
    return this.#hasReadUrl;
  }

  /** The names of the headers that were read; `undefined` where more than single headers was read. */
  get headerNames(): readonly string[] | undefined {
    return this.#hasReadMore ? undefined : [...this.#headers];
  }

  /** The same request, of which each read is noted. */
  observe(request: RequestParts, headers: IncomingHttpHeaders): RequestParts {
    const observed = this.#observeHeaders(headers);
    return new Proxy(request, {
      get: (target, name) => {
        if (name === 'headers') return observed;
        if (this.urlParts.has(name)) this.#hasReadUrl = true;
        else if (name !== this.ignored) this.#hasReadMore = true;
        return Reflect.get(target, name) as unknown;
      },
    });
  }

  #observeHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
    return new Proxy(headers, {
      get: (target, name): unknown => Reflect.get(target, this.#note(name)),
      has: (target, name) => Reflect.has(target, this.#note(name)),
      getOwnPropertyDescriptor: (target, name) =>
        Reflect.getOwnPropertyDescriptor(target, this.#note(name)),
      // A list of the headers depends on all of them.
      ownKeys: (target) => {
        this.#hasReadMore = true;
        return Reflect.ownKeys(target);
      },
    });
  }

  #note(name: string | symbol): string | symbol {
    if (typeof name === 'string') this.#headers.add(name);
    return name;
  }
}
