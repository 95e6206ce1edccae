import { isFieldName } from '../naming/reserved-names.js';
import type { PlannedArgument, PlannedRoute } from '../plan/import-plan.js';
import { checkSchema } from '../../../schema/check-schema.js';
import { defaultIn } from '../types/read-default.js';
import { readType } from '../types/type-of-schema.js';
import { schemaOf } from '../plan/valid-schema.js';
import { argumentKey } from './argument-key.js';
import type { ArgumentClass } from './argument-layout.js';
import { COMMON_GROUPS, type CommonGroup } from './common-groups.js';

/** How many routes have to have a group for a class of its own. */
const ROUTES = 2;

/** The groups of WordPress's conventions that several routes of a plan have. */
export function commonClasses(routes: readonly PlannedRoute[]): readonly ArgumentClass[] {
  return COMMON_GROUPS.flatMap((group) => mostUsed(group, routes) ?? []);
}

/** A group may differ between routes, as in its defaults: only the form that most of them have is shared. */
function mostUsed(group: CommonGroup, routes: readonly PlannedRoute[]): ArgumentClass | undefined {
  const forms = new Map<
    string,
    { readonly args: readonly PlannedArgument[]; readonly count: number }
  >();
  for (const { args } of routes) {
    const found = group.members.flatMap((name) => args.find((one) => one.name === name) ?? []);
    if (found.length < group.members.length || !found.every(isProperty)) continue;
    const key = classKey(found);
    forms.set(key, { args: found, count: (forms.get(key)?.count ?? 0) + 1 });
  }
  const [best] = [...forms].toSorted(([, a], [, b]) => b.count - a.count);
  if (best === undefined || best[1].count < ROUTES) return undefined;
  const { name, description } = group;
  return { key: best[0], candidates: [name], description, args: best[1].args };
}

/** The same for classes with the same properties, in any order. */
export function classKey(args: readonly PlannedArgument[]): string {
  return args.map(argumentKey).toSorted().join();
}

/**
 * Whether an argument can be a property of a class: WordPress accepts defaults that their own schema
 * rejects, a class does not.
 */
export function isProperty({ name, schema }: PlannedArgument): boolean {
  if (!isFieldName(name)) return false;
  const isTyped = readType(schema) !== undefined && defaultIn(schema) !== 'invalid';
  return isTyped || checkSchema(schemaOf(schema)).length === 0;
}

/** The arguments that are not among others. */
export function without(
  args: readonly PlannedArgument[],
  others: readonly PlannedArgument[],
): readonly PlannedArgument[] {
  const keys = new Set(others.map(argumentKey));
  return args.filter((arg) => !keys.has(argumentKey(arg)));
}

/** Whether all arguments are among others. */
export function includesAll(
  args: readonly PlannedArgument[],
  others: readonly PlannedArgument[],
): boolean {
  return without(others, args).length === 0;
}
