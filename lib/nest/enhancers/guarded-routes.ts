import { decoratedMethodOf } from '../../decorators/reading/class-chain.js';
import {
  diagnosticAt,
  type Diagnostic,
  type DiagnosticDetails,
} from '../../diagnostics/diagnostic.js';
import type { GuardedDeclaration } from '../../routes/declaration/route-declaration.js';
import type { Route } from '../../routes/route.js';
import type { FoundClass } from '../container.js';
import {
  enhancersOf,
  type EnhancedMethod,
  type EnhancerSources,
} from '../exploration/enhancers-around.js';
import type { UniformEnhancers } from './uniform-enhancers.js';

/** The diagnostics of routes whose permission says that guards decide, while none does. */
export function checkGuardedRoutes(
  routes: ReadonlyMap<Route, FoundClass>,
  sources: EnhancerSources,
  uniform: UniformEnhancers,
): readonly Diagnostic[] {
  return [...routes].flatMap(([{ guarded, methodName }, found]) => {
    if (guarded === undefined) return [];
    const method = decoratedMethodOf(found.type, methodName) as object;
    const obstacle = guardObstacle(guarded, { found, method }, sources, uniform);
    const at = { className: found.type.name, methodName, part: { kind: 'permission' } } as const;
    return obstacle === undefined ? [] : [diagnosticAt(at, obstacle)];
  });
}

/** The reason why a permission that guards decide is decided by none of them. */
export function guardObstacle(
  { guards, refs = [] }: GuardedDeclaration,
  handler: EnhancedMethod,
  sources: EnhancerSources,
  uniform: UniformEnhancers,
): DiagnosticDetails | undefined {
  if (refs.length === 0) {
    if (uniform.around(handler, 'guard').length > 0) return undefined;
    const expected = 'a guard of the route, its class or the application that decides on callers';
    return { code: 'RR1076', expected, received: 'none' };
  }
  const around = enhancersOf(handler, 'guard', sources);
  const bound = new Set(around.map(({ registered }) => registered));
  const lost = guards.filter((_, at) => !bound.has(refs[at]));
  if (lost.length === 0) return undefined;
  const expected = `@RestRoute above the decorators that replace the method, to bind ${lost.join(', ')}`;
  return { code: 'RR1076', expected, received: 'a method without the guards' };
}
