import { RequestMethod } from '@nestjs/common';
import { trimSlash } from '../../routes/paths/path-pattern.js';
import type { Route } from '../../routes/route.js';

/** Tells whether a path of a binding matches the path of a route below a prefix. */
type Matches = (route: Route, prefix: string) => boolean;

/** Nest's method for a path without one; its enumeration does not contain it. */
export const EVERY_METHOD = Number(-1) as RequestMethod;

export function includesMethod(method: RequestMethod, name: string): boolean {
  return method === EVERY_METHOD || method === RequestMethod.ALL || RequestMethod[method] === name;
}

/** The rest of a path below a beginning; `undefined` if it is not below it. */
export function below(beginning: string, path: string): string | undefined {
  if (beginning === '') return path;
  const rest = path.slice(beginning.length);
  return path.startsWith(beginning) && /^(?:$|[/$])/.test(rest) ? rest : undefined;
}

/** A path with a slash in front, and none at its end; empty for the root. */
export function joinSegments(path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '');
  return segments.map((segment) => `/${segment}`).join('');
}

/** Parameters, wildcards and groups, of path-to-regexp, and the wildcards that Nest converts to those. */
const SYNTAX = /\\(.)|\(\.\*\)|[:*](?:"[^"]*"|[\w$]*)|[{}]|[^\w/~-]/g;

/**
 * Compiles a path at which Nest mounts middleware.
 *
 * @param isBeginning Whether it also matches all paths below it.
 */
export function compilePattern(pattern: string, isBeginning: boolean): Matches {
  // A `$` at the end is Nest's mark of a path that matches exactly.
  const isExact = pattern.endsWith('$');
  const text = joinSegments(isExact ? pattern.slice(0, -1) : pattern);
  const source = text.replace(SYNTAX, (token, escaped: string | undefined) => {
    if (escaped !== undefined) return /\w/.test(escaped) ? escaped : `\\${escaped}`;
    if (token === '{') return '(?:';
    if (token === '}') return ')?';
    if (token.startsWith(':')) return '[^/]+';
    if (token === '(.*)' || token === '*') return '.*';
    return token.startsWith('*') ? '.+' : `\\${token}`;
  });
  const expression = new RegExp(`^${source}${isBeginning && !isExact ? '(?:/.*)?' : '/?'}$`, 'i');
  const segments = text.split('/');
  return (route, prefix) => expression.test(`${prefix}${samplePath(route, segments, prefix)}`);
}

export function samplePath({ pattern }: Route, others: readonly string[], prefix: string): string {
  const offset = prefix.split('/').length;
  return trimSlash(pattern.template)
    .split('/')
    .slice(1)
    .map((segment, at) => {
      if (!segment.includes('{')) return `/${segment}`;
      const other = others[at + offset] ?? '';
      const isAccepted = /^[\w.~-]+$/.test(other) && pattern.segments[at]?.capture(other);
      return `/${isAccepted === false || isAccepted === undefined ? segment.replace(/\{\w+\}/g, '1') : other}`;
    })
    .join('');
}
