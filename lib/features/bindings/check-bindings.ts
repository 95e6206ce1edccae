import { diagnosticAt, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { trimSlash } from '../../routes/paths/path-pattern.js';
import type { Route } from '../../routes/route.js';
import type { StartupParts } from '../../nest/composition/startup-check.js';
import {
  below,
  compilePattern,
  EVERY_METHOD,
  includesMethod,
  joinSegments,
} from './binding-paths.js';
import { RouteInfoPathExtractor } from '../../nest/internals.js';
import { isRestController, type BoundTo, type MiddlewareBinding } from './observe-bindings.js';

/** The place at which an application serves the routes of the library. */
export interface MountPlace extends Pick<StartupParts, 'routes' | 'prefix' | 'config'> {
  /** The type of the adapter. */
  readonly adapter: string;
}

/**
 * Finds routes that middleware does not reach because it is bound to their path with another prefix. Nest puts the
 * global prefix before each path; the routes may be below their own prefix.
 */
export function checkBindings(
  bindings: readonly MiddlewareBinding[],
  place: MountPlace,
): readonly Diagnostic[] {
  const check = new BindingCheck(bindings, place);
  return bindings.flatMap((binding) => check.check(binding));
}

/** A path to which middleware is bound, or from which it is excluded. */
interface BoundPath {
  /** As it is declared, with a slash in front. */
  readonly text: string;
  readonly includes: (method: string) => boolean;
  /** The paths at which Nest mounts the middleware. */
  readonly mounts: readonly string[];
  readonly meets: (route: Route) => boolean;
  /** Whether it would match the route if the prefix were the same. */
  readonly misses: (route: Route) => boolean;
}

class BindingCheck {
  readonly #extractor: InstanceType<typeof RouteInfoPathExtractor>;
  readonly #globalPrefix: string;
  readonly #paths: ReadonlyMap<MiddlewareBinding, readonly BoundPath[]>;

  constructor(
    bindings: readonly MiddlewareBinding[],
    private readonly place: MountPlace,
  ) {
    this.#extractor = new RouteInfoPathExtractor(place.config);
    this.#globalPrefix = joinSegments(place.config.getGlobalPrefix());
    this.#paths = new Map(bindings.map((one) => [one, this.#readPaths(one.routes)]));
  }

  check(binding: MiddlewareBinding): readonly Diagnostic[] {
    const paths = this.#paths.get(binding) ?? [];
    const excluded = this.#readPaths(binding.excluded);
    // An exclusion that names the whole path of a route shows that the binding does not mean it.
    const isMeant = (route: Route): boolean =>
      !excluded.some(({ meets, misses }) => meets(route) || misses(route));
    return [
      ...paths.flatMap(({ text, mounts, includes, misses }) => {
        const passing = this.#unseen(
          binding,
          (route, method) => includes(method) && misses(route) && isMeant(route),
        );
        const received = `forRoutes('${text.slice(1)}'), which Nest mounts at ${mounts.join(' and ')}`;
        return this.#report(binding, passing, 'forRoutes', received, () => this.#variants(text));
      }),
      ...binding.routes.filter(isRestController).flatMap((type) => {
        const { routes } = this.place;
        const passing = this.#unseen(
          binding,
          (route) => routes.get(route)?.type === type && isMeant(route),
        );
        const received = `forRoutes(${type.name}), in which Nest finds no paths`;
        return this.#report(binding, passing, 'forRoutes', received, this.#variantsOf);
      }),
      ...excluded.flatMap(({ text, mounts, misses }) => {
        const kept = [...this.place.routes.keys()].filter(
          (route) => misses(route) && paths.some(({ meets }) => meets(route)),
        );
        const received = `exclude('${text.slice(1)}'), which Nest reads as ${mounts.join(' and ')}`;
        return this.#report(binding, kept, 'exclude', received, () => this.#variants(text));
      }),
    ];
  }

  #readPaths(routes: readonly BoundTo[]): readonly BoundPath[] {
    return routes.flatMap((route) => {
      if (typeof route === 'function') return [];
      const { path, method, ...version } =
        typeof route === 'string' ? { path: route, method: EVERY_METHOD } : route;
      const text = joinSegments(path) || '/';
      const mounts = this.#extractor.extractPathsFrom({ ...version, path: text, method });
      const declared = [text, ...mounts.map((one) => below(this.#globalPrefix, one) ?? one)];
      // Express also mounts a text at all paths below it.
      const isBeginning = method === EVERY_METHOD && this.place.adapter === 'express';
      const [mounted, written] = [mounts, declared].map((patterns) =>
        patterns.map((pattern) => compilePattern(pattern, isBeginning)),
      );
      const { prefix } = this.place;
      const meets = (one: Route): boolean => mounted?.some((is) => is(one, prefix)) === true;
      return {
        text,
        mounts,
        meets,
        misses: (one: Route) =>
          !meets(one) && written?.some((is) => is(one, prefix) || is(one, '')) === true,
        includes: (name: string) => includesMethod(method, name),
      };
    });
  }

  #unseen(
    { middleware }: MiddlewareBinding,
    isMeant: (route: Route, method: string) => boolean,
  ): readonly Route[] {
    const isSeen = (one: unknown, route: Route, method: string): boolean =>
      [...this.#paths].some(
        ([other, paths]) =>
          other.middleware.includes(one) &&
          paths.some(({ includes, meets }) => includes(method) && meets(route)),
      );
    return [...this.place.routes.keys()].filter((route) =>
      route.methods.some(
        (method) => isMeant(route, method) && middleware.some((one) => !isSeen(one, route, method)),
      ),
    );
  }

  #report(
    { module, middleware }: MiddlewareBinding,
    routes: readonly Route[],
    call: 'forRoutes' | 'exclude',
    received: string,
    variants: (route: Route) => readonly string[],
  ): readonly Diagnostic[] {
    if (routes.length === 0) return [];
    const written = routes.map((route) => this.#write(route, variants(route)));
    const paths = new Set(written.map(([path]) => `'${path.slice(1)}'`));
    const changes = new Set(written.flatMap(([, change]) => (change === undefined ? [] : change)));
    const condition = [...changes].map((change) => ` and ${change},`).join('');
    return [
      diagnosticAt(
        { className: module, methodName: 'configure' },
        {
          code: 'RR1060',
          expected: `${call}(${[...paths].join(', ')})${condition} for ${this.#namesOf(routes)}`,
          received: `${received}, of ${namesOfMiddleware(middleware)}`,
        },
      ),
    ];
  }

  #namesOf(routes: readonly Route[]): string {
    const named = routes.slice(0, MOST_NAMED).map(({ handler, pattern }) => {
      return `${handler} at ${this.place.prefix}${pattern.template}`;
    });
    const others = routes.length - named.length;
    return `${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
  }

  /** The spellings of a path that may reach a route, the most likely first. */
  #variants(text: string): readonly string[] {
    const { prefix } = this.place;
    const own = below(this.#globalPrefix, prefix) ?? prefix;
    const bare = below(prefix, text) ?? text;
    return [
      below(this.#globalPrefix, text) ?? text,
      `${own}${text}`,
      `${own}${bare}`,
      `${prefix}${bare}`,
    ];
  }

  readonly #variantsOf = ({ pattern: { template } }: Route): readonly string[] =>
    this.#variants(asNestWrites(trimSlash(template)));

  /** The path to write, and the other necessary changes if Nest does not mount one there. */
  #write(route: Route, variants: readonly string[]): readonly [path: string, change?: string] {
    const found = variants.find((text) => this.#readPaths([text])[0]?.meets(route));
    if (found !== undefined) return [found];
    const { prefix } = this.place;
    if (below(this.#globalPrefix, prefix) !== undefined) {
      return [variants[1] ?? '', 'a global prefix that does not exclude it'];
    }
    const exclude = this.#bases().map((base) => `'${base.slice(1)}'`);
    const global = this.#globalPrefix.slice(1);
    // With the exclusion, a wildcard for all paths reaches paths with and without the global prefix.
    const isForAll = /^\/(?:\{?\*|\(\.\*\))/.test(variants[0] ?? '');
    return [
      variants.at(isForAll ? 0 : -1) ?? '',
      `setGlobalPrefix('${global}', { exclude: [${exclude.join(', ')}] })`,
    ];
  }

  /**
   * The paths below which the routes are, which the global prefix must exclude: their prefix, or else their first
   * segments. A wildcard for the root would also exclude all plain controllers.
   */
  #bases(): readonly string[] {
    const { prefix, routes } = this.place;
    if (prefix !== '') return [`${prefix}/{*path}`];
    const paths = [...routes.keys()].map(({ pattern: { template } }) => trimSlash(template));
    const bases = paths.map((path) => {
      const [, first = '', ...rest] = path.split('/');
      if (first.includes('{')) return asNestWrites(path);
      return rest.length === 0 ? path : `/${first}/{*path}`;
    });
    return [...new Set(bases)];
  }
}

function asNestWrites(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

function namesOfMiddleware(middleware: readonly unknown[]): string {
  const names = middleware.map((one) => (typeof one === 'function' && one.name) || 'a function');
  return names.join(', ');
}

/** The maximum number of routes that a diagnostic names. */
const MOST_NAMED = 3;
