import { singularOf } from '../naming/singular.js';
import { pascalCase, wordsOf } from '../naming/words.js';
import type { NamedRoute } from '../plan/import-plan.js';

/** The name of the permission of a method: `mayList`, `mayReadRevision`. */
export function permissionName({ methodName }: NamedRoute): string {
  const [verb = '', ...noun] = wordsOf(methodName);
  return `may${pascalCase([verb === 'one' ? 'read' : verb, ...noun])}`;
}

/** A permission that denies, with the decision to make. */
export function permissionSource(route: NamedRoute, words: readonly string[]): string {
  return `
  /** Denies everyone until you decide: who may ${decision(route, words)}? */
  static ${permissionName(route)}(this: void): boolean {
    return false;
  }
`;
}

/** `list posts`, `read a revision`. */
function decision({ methodName }: NamedRoute, words: readonly string[]): string {
  const [verb = '', ...rest] = wordsOf(methodName);
  const isKnown = ['list', 'one', 'read', 'create', 'update', 'remove'].includes(verb);
  if (!isKnown) return [verb, ...rest].join(' ');
  const noun = rest.length === 0 ? words : rest;
  if (verb === 'list') return `list ${noun.join(' ')}`;
  const one = verb === 'one' || rest.length === 0 ? singularOf(noun) : noun;
  return `${verb === 'one' ? 'read' : verb} ${withArticle(one)}`;
}

function withArticle(noun: readonly string[]): string {
  const last = noun.at(-1) ?? '';
  const isPlural = last.endsWith('s') && !/(?:ss|us|is)$/.test(last);
  if (isPlural || last === 'me' || last === 'media') return noun.join(' ');
  return `${/^[aeio]/.test(noun[0] ?? '') ? 'an' : 'a'} ${noun.join(' ')}`;
}
