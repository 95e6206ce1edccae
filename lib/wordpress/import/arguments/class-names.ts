import { singularOf } from '../naming/singular.js';
import { pascalCase, wordsOf } from '../naming/words.js';
import type { NamedRoute, PlannedController } from '../plan/import-plan.js';

/** The names that the class with the arguments of a route may have: `PostsQuery`, `CreatePost`. */
export function classNamesOf(
  { methodName, methods }: NamedRoute,
  { words }: PlannedController,
): readonly string[] {
  const one = pascalCase(singularOf(words));
  const [verb = '', ...rest] = wordsOf(methodName);
  const noun = pascalCase(rest);
  const method = pascalCase([verb, ...rest]);
  if (!methods.includes('GET')) {
    const isPlain = noun === '' && ['create', 'update', 'remove'].includes(verb);
    const owner = isPlain && verb === 'update' && one === '' ? pascalCase(words) : one;
    return isPlain ? [`${method}${owner}`] : [method, `${method}Of${one}`];
  }
  const subject = ['list', 'one', 'read'].includes(verb) ? noun : method;
  if (subject !== '') return [`${subject}Query`, `${one}${subject}Query`];
  return [`${verb === 'list' ? pascalCase(words) : one}Query`];
}
