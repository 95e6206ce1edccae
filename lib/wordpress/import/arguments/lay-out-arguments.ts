import type {
  ImportPlan,
  NamedRoute,
  PlannedArgument,
  PlannedController,
} from '../plan/import-plan.js';
import { pascalCase } from '../naming/words.js';
import { singularOf } from '../naming/singular.js';
import type { ArgumentClass, RouteLayout } from './argument-layout.js';
import { classNamesOf } from './class-names.js';
import { classKey, commonClasses, includesAll, isProperty, without } from './shared-classes.js';

/** Up to so many arguments are parameters of the method; more become a class. */
const PARAMETERS = 4;
/** So many arguments that several writing routes share become a class. */
const SHARED = 4;

/** Decides for each route which of its arguments are parameters, and which are properties of classes. */
export function layOutArguments({ controllers }: ImportPlan): readonly RouteLayout[] {
  const common = commonClasses(controllers.flatMap(({ routes }) => routes));
  return controllers.flatMap((controller) => {
    const data = dataClass(controller);
    return controller.routes.map((route) => layOut(route, controller, [...common, ...data]));
  });
}

function layOut(
  route: NamedRoute,
  controller: PlannedController,
  shared: readonly ArgumentClass[],
): RouteLayout {
  const classes = shared.filter(({ args }) => includesAll(route.args, args));
  const rest = without(
    route.args,
    classes.flatMap(({ args }) => args),
  );
  const properties = rest.filter(isProperty);
  if (properties.length <= PARAMETERS) return { controller, route, classes, plain: rest };
  const own = ownClass(route, controller, properties);
  return { controller, route, classes: [...classes, own], plain: without(rest, properties) };
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

/** What creating and updating have in common: `PostData`. */
function dataClass(controller: PlannedController): readonly ArgumentClass[] {
  const writing = controller.routes.filter(isWriting);
  const [first, ...others] = writing;
  if (first === undefined) return [];
  let args = first.args.filter(isProperty);
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
