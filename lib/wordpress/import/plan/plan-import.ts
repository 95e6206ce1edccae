import type { ApiIndex, IndexedRoute } from '../../index/api-index.js';
import type { ImportPlan, PlannedRoute } from './import-plan.js';
import { controllersOf } from './plan-controllers.js';
import { namespaceParts, planRoute } from './plan-route.js';

/** Plans the controllers for the routes of one namespace. */
export function planImport({ routes }: ApiIndex, source: string): ImportPlan {
  const namespace = namespaceParts(source);
  const notes: string[] = [];
  const planned: PlannedRoute[] = [];
  for (const route of routes) {
    if (route.namespace !== source || isNamespaceIndex(route, source)) continue;
    const plan = planRoute(route, namespace);
    if ('reason' in plan) notes.push(`${route.pattern} is not imported: ${plan.reason}.`);
    else {
      planned.push(...plan.endpoints);
      notes.push(...plan.notes);
    }
  }
  const { kept, repeated } = withoutRepetition(planned);
  notes.push(...repeated);
  return {
    source,
    namespace: namespace.namespace,
    controllers: controllersOf(kept, namespace.namespace),
    notes,
  };
}

/** The library serves the description of a namespace by itself. */
function isNamespaceIndex({ pattern }: IndexedRoute, source: string): boolean {
  return pattern.replace(/\/$/, '') === `/${source}`;
}

/** WordPress serves the first of two endpoints with the same path and method. */
function withoutRepetition(routes: readonly PlannedRoute[]): {
  readonly kept: readonly PlannedRoute[];
  readonly repeated: readonly string[];
} {
  const seen = new Set<string>();
  const repeated: string[] = [];
  const kept = routes.flatMap((route) => {
    const methods = route.methods.filter((method) => {
      const key = `${method} ${route.pattern.toLowerCase()}`;
      if (!seen.has(key)) return seen.add(key).size > 0;
      repeated.push(
        `${method} ${route.pattern} is declared twice; the first declaration is imported.`,
      );
      return false;
    });
    return methods.length === 0 ? [] : [{ ...route, methods }];
  });
  return { kept, repeated };
}
