import type {
  ImportPlan,
  NamedRoute,
  PlannedArgument,
  PlannedController,
  PlannedRoute,
} from './plan/planned-route.js';
import { isFieldName, singularOf, pascalCase, wordsOf } from './naming.js';
import { checkSchema } from '../../schema/schema.js';
import { schemaOf } from './defaults.js';
import { typeOfArgument } from './types.js';
import { stableJson } from '../document-reading.js';

/** Arguments that occur together by WordPress's conventions, with a usual name. */
interface CommonGroup {
  readonly name: string;
  readonly parameter: string;
  readonly description: string;
  readonly members: readonly string[];
}

/** In the order of the parameters of methods. */
export const COMMON_GROUPS: readonly CommonGroup[] = [
  {
    name: 'Paging',
    parameter: 'paging',
    description: 'Which page of a list.',
    members: ['page', 'per_page'],
  },
  {
    name: 'IdFilter',
    parameter: 'ids',
    description: 'Only the items with these ids, and none of those.',
    members: ['include', 'exclude'],
  },
  {
    name: 'DateFilter',
    parameter: 'dates',
    description: 'Only items that are dated after and before these moments.',
    members: ['after', 'before'],
  },
  {
    name: 'ModifiedFilter',
    parameter: 'modified',
    description: 'Only items that were modified after and before these moments.',
    members: ['modified_after', 'modified_before'],
  },
];

export interface ArgumentClass {
  /** The same for classes with the same properties. */
  readonly key: string;
  /** Possible names, the best first. */
  readonly candidates: readonly string[];
  readonly sharedName?: string;
  readonly description: string | undefined;
  readonly args: readonly PlannedArgument[];
}

export interface RouteLayout {
  readonly controller: PlannedController;
  readonly route: NamedRoute;
  /** One parameter with `@Arguments()` each. */
  readonly classes: readonly ArgumentClass[];
  /** One parameter each. */
  readonly others: readonly PlannedArgument[];
}

/** A group of so many routes gets a class of its own. */
const ROUTES = 2;

/** Up to so many arguments are parameters of the method; more become a class. */
const PARAMETERS = 4;
/** So many arguments that several writing routes share become a class. */
const SHARED = 4;

/** Decides for each route which of its arguments are parameters, and which are properties of classes. */
export function layOutArguments({ controllers }: ImportPlan): readonly RouteLayout[] {
  const common = commonClasses(controllers.flatMap(({ routes }) => routes));
  return controllers.flatMap((controller) => {
    const data = dataClass(controller, common);
    return controller.routes.map((route) => layOut(route, controller, [...common, ...data]));
  });
}

function layOut(
  route: NamedRoute,
  controller: PlannedController,
  shared: readonly ArgumentClass[],
): RouteLayout {
  const classes = disjoint(shared.filter(({ args }) => includesAll(route.args, args)));
  const rest = without(
    route.args,
    classes.flatMap(({ args }) => args),
  );
  const properties = rest.filter(isProperty);
  if (properties.length <= PARAMETERS) return { controller, route, classes, others: rest };
  const own = ownClass(route, controller, properties);
  return { controller, route, classes: [...classes, own], others: without(rest, properties) };
}

/** A route has each argument once. */
function disjoint(classes: readonly ArgumentClass[]): readonly ArgumentClass[] {
  const names = new Set<string>();
  return classes.filter(({ args }) => {
    if (args.some(({ name }) => names.has(name))) return false;
    for (const { name } of args) names.add(name);
    return true;
  });
}

function ownClass(
  route: NamedRoute,
  controller: PlannedController,
  args: readonly PlannedArgument[],
): ArgumentClass {
  const candidates = classNamesOf(route, controller);
  const own = { key: classKey(args), candidates, description: undefined, args };
  // Lists of terms have it: of tags, of menus and of all other taxonomies.
  const isOfTerms = args.some(({ name }) => name === 'hide_empty');
  return isOfTerms ? { ...own, sharedName: 'TermsQuery' } : own;
}

/** The arguments that creating and updating share, without those of other classes: `PostData`. */
function dataClass(
  controller: PlannedController,
  common: readonly ArgumentClass[],
): readonly ArgumentClass[] {
  const writing = controller.routes.filter(isWriting);
  const [first, ...others] = writing;
  if (first === undefined) return [];
  const known = common.filter(({ args: own }) => includesAll(first.args, own));
  const rest = without(
    first.args,
    known.flatMap(({ args: own }) => own),
  );
  let args = rest.filter(isProperty);
  let count = 1;
  for (const other of others) {
    const both = args.filter((arg) => includesAll(other.args, [arg]));
    if (both.length < SHARED || both.length < args.length / 2) continue;
    args = both;
    count++;
  }
  if (count === 1 || args.length < SHARED) return [];
  const noun = pascalCase(singularOf(controller.words));
  const candidates = [`${noun}Data`, `${pascalCase(controller.words)}Data`];
  return [{ key: classKey(args), candidates, description: undefined, args }];
}

function isWriting({ methods }: NamedRoute): boolean {
  return !methods.includes('GET') && methods.some((method) => method !== 'DELETE');
}

/** `PostsQuery`, `CreatePost`. */
function classNamesOf(
  { methodName, methods }: NamedRoute,
  { words }: PlannedController,
): readonly string[] {
  const one = pascalCase(singularOf(words));
  const [verb = '', ...rest] = wordsOf(methodName);
  const noun = pascalCase(rest);
  const method = pascalCase([verb, ...rest]);
  if (!methods.includes('GET')) {
    const isBareVerb = noun === '' && ['create', 'update', 'remove'].includes(verb);
    const owner = isBareVerb && verb === 'update' && one === '' ? pascalCase(words) : one;
    return isBareVerb ? [`${method}${owner}`] : [method, `${method}Of${one}`];
  }
  const subject = ['list', 'one', 'read'].includes(verb) ? noun : method;
  if (subject !== '') return [`${subject}Query`, `${one}${subject}Query`];
  return [`${verb === 'list' ? pascalCase(words) : one}Query`];
}

function commonClasses(routes: readonly PlannedRoute[]): readonly ArgumentClass[] {
  return COMMON_GROUPS.flatMap((group) => mostUsed(group, routes) ?? []);
}

/** A group may differ between routes, for example in defaults: only the most frequent form is shared. */
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
function classKey(args: readonly PlannedArgument[]): string {
  return args.map(argumentKey).toSorted().join();
}

/** WordPress accepts defaults that their own schema rejects, a class does not. */
function isProperty(arg: PlannedArgument): boolean {
  if (!isFieldName(arg.name)) return false;
  return typeOfArgument(arg) !== undefined || checkSchema(schemaOf(arg.schema)).length === 0;
}

function without(
  args: readonly PlannedArgument[],
  others: readonly PlannedArgument[],
): readonly PlannedArgument[] {
  const keys = new Set(others.map(argumentKey));
  return args.filter((arg) => !keys.has(argumentKey(arg)));
}

function includesAll(
  args: readonly PlannedArgument[],
  others: readonly PlannedArgument[],
): boolean {
  return without(others, args).length === 0;
}

/** The same for arguments of the same name and schema. Descriptions are ignored. */
function argumentKey({ name, schema, isData }: PlannedArgument): string {
  return `${JSON.stringify([name, isData])}:${stableJson(schema, 'description')}`;
}
