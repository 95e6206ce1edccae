import type { ResponseDeclaration } from '../declaration/route-declaration.js';

/** What `@HttpCode` and `@Header` state of the responses of a route. */
export interface ResponseDefaults {
  readonly status: number | undefined;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The defaults of a route without `@HttpCode` and `@Header`. */
export const NO_DEFAULTS: ResponseDefaults = Object.freeze({
  status: undefined,
  headers: Object.freeze({}),
});

/** Evaluates the headers that are functions. */
export function compileResponse(declaration: ResponseDeclaration | undefined): ResponseDefaults {
  if (declaration === undefined) return NO_DEFAULTS;
  const headers = declaration.headers.map(({ name, value }) => [
    name.toLowerCase(),
    typeof value === 'function' ? value() : value,
  ]);
  return Object.freeze({
    status: declaration.status,
    headers: Object.freeze(Object.fromEntries(headers) as Record<string, string>),
  });
}
