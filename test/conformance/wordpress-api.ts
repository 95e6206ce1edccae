import { readFileSync } from 'node:fs';
import type { ArgumentSchema, JsonValue } from '../support/schema-types.js';

/** WordPress's own API, as its index describes it. */
interface RecordedApi {
  readonly routes: Readonly<Record<string, RecordedRoute>>;
}

interface RecordedRoute {
  readonly endpoints: readonly {
    readonly methods: readonly string[];
    readonly args: Readonly<Record<string, ArgumentSchema>> | readonly never[];
    readonly allow_batch?: { readonly v1?: boolean };
  }[];
}

/** One endpoint of WordPress's, in the terms of a declaration. */
export interface WordPressEndpoint {
  /** `/wp/v2/posts/(?P<id>[\d]+)` */
  readonly route: string;
  readonly namespace: string;
  readonly version: string;
  /** `/posts/{id}` */
  readonly path: string;
  readonly methods: readonly string[];
  /** The expressions of the placeholders by name. */
  readonly placeholders: ReadonlyMap<string, string>;
  readonly args: Readonly<Record<string, ArgumentSchema>>;
  /** WordPress lists it with GET too, which no batch can contain. */
  readonly allowsBatch: boolean;
}

const RECORDED = JSON.parse(
  readFileSync(new URL('wordpress-routes.json', import.meta.url), 'utf8'),
) as RecordedApi;

/** All endpoints, in WordPress's order. */
export const WORDPRESS_ENDPOINTS: readonly WordPressEndpoint[] = Object.entries(
  RECORDED.routes,
).flatMap(([route, { endpoints }]) =>
  endpoints.map(({ methods, args, allow_batch: batch }) => {
    const { template, placeholders } = templateOf(route);
    const [, namespace = '', version = '', ...rest] = template.split('/');
    const path = rest.length === 0 ? '' : `/${rest.join('/')}`;
    const normal = Object.fromEntries(
      Object.entries(args).map(([name, schema]) => [name, normalized(schema) as ArgumentSchema]),
    );
    return {
      route,
      namespace,
      version,
      path,
      methods,
      placeholders,
      args: normal,
      allowsBatch: batch?.v1 === true && !methods.includes('GET'),
    };
  }),
);

/** Divides a route at its named groups, whose expressions have groups of their own. */
function templateOf(route: string): {
  readonly template: string;
  readonly placeholders: ReadonlyMap<string, string>;
} {
  const placeholders = new Map<string, string>();
  let template = '';
  for (let rest = route; rest !== '';) {
    const start = rest.indexOf('(?P<');
    if (start === -1) return { template: template + rest, placeholders };
    const nameEnd = rest.indexOf('>', start);
    const end = endOfGroup(rest, nameEnd + 1);
    const name = rest.slice(start + 4, nameEnd);
    placeholders.set(name, rest.slice(nameEnd + 1, end));
    template += `${rest.slice(0, start)}{${name}}`;
    rest = rest.slice(end + 1);
  }
  return { template, placeholders };
}

/** Where the `)` of a group stands whose content begins at `start`. */
function endOfGroup(text: string, start: number): number {
  let depth = 1;
  let isInClass = false;
  for (let at = start; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '\\') at++;
    else if (isInClass) isInClass = character !== ']';
    else if (character === '[') isInClass = true;
    else if (character === '(') depth++;
    else if (character === ')' && --depth === 0) return at;
  }
  throw new Error(`No end of a group in ${text}`);
}

/** PHP writes a list with names as an object: `enum` is a list nevertheless. */
function normalized(value: JsonValue | ArgumentSchema): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(normalized);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === 'enum' && !Array.isArray(inner)
        ? Object.values(inner as Record<string, JsonValue>)
        : normalized(inner as JsonValue),
    ]),
  );
}

/** The arguments as this library lists them: a placeholder is always required. */
export function listedArguments({
  args,
  placeholders,
}: WordPressEndpoint): Readonly<Record<string, ArgumentSchema>> {
  return Object.fromEntries(
    Object.entries(args).map(([name, schema]) => [
      name,
      placeholders.has(name) ? { ...schema, required: true } : schema,
    ]),
  );
}

/** A path that only this endpoint's route matches, most specific first. */
export function samplePath({ namespace, version, path, placeholders }: WordPressEndpoint): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    sampleOf(placeholders.get(name) ?? ''),
  );
  return `/${namespace}/${version}${filled}`;
}

function sampleOf(expression: string): string {
  const sample = ['7', 'sample', 'some/sample'].find((text) =>
    new RegExp(`^(?:${expression})$`).test(text),
  );
  if (sample === undefined) throw new Error(`No sample for ${expression}`);
  return sample;
}

/** Whether an expression is that of an integer. */
export function isInteger(expression: string): boolean {
  return expression === '[\\d]+';
}
