import type { IncomingHttpHeaders } from 'node:http';

/** Notes which headers are read from an object of headers. */
export class ObservedHeaders {
  readonly #seen = new Set<string>();
  #areListed = false;

  /** The names that were read; `undefined` where all headers were listed. */
  get names(): readonly string[] | undefined {
    return this.#areListed ? undefined : [...this.#seen];
  }

  /** The same headers, of which each read is noted. */
  observe(headers: IncomingHttpHeaders): IncomingHttpHeaders {
    return new Proxy(headers, {
      get: (target, name): unknown => Reflect.get(target, this.#note(name)),
      has: (target, name) => Reflect.has(target, this.#note(name)),
      getOwnPropertyDescriptor: (target, name) =>
        Reflect.getOwnPropertyDescriptor(target, this.#note(name)),
      ownKeys: (target) => {
        this.#areListed = true;
        return Reflect.ownKeys(target);
      },
    });
  }

  #note(name: string | symbol): string | symbol {
    if (typeof name === 'string') this.#seen.add(name);
    return name;
  }
}
