import { diagnosticAt, type Diagnostic } from '../../diagnostics/diagnostic.js';
import type { MountedParts } from '../../nest/composition/startup-check.js';
import type { Route } from '../../routes/route.js';
import { differenceOf, slipOf } from '../../shared/closest-name.js';

/**
 * Finds capabilities that are probably misspelt: no role has them, and one has a capability that differs by one slip.
 * Users may have any other capability in `user.capabilities`, which are not known at startup, and `can` may decide by
 * anything.
 */
export function unknownCapabilities({
  options,
  routes,
  handlers,
}: Pick<MountedParts, 'options' | 'routes' | 'handlers'>): readonly Diagnostic[] {
  const { roles } = options;
  if (options.can !== undefined || roles === undefined) return [];
  const granted = new Set(Object.values(roles).flat());
  const unknown = new Map<string, Diagnostic>();
  for (const route of [...routes.keys(), ...handlers.values()]) {
    for (const diagnostic of misspeltIn(route, granted)) {
      // A handler of several routes is named once, and each of several handlers.
      unknown.set(JSON.stringify(diagnostic), diagnostic);
    }
  }
  return [...unknown.values()];
}

function misspeltIn(route: Route | undefined, granted: ReadonlySet<string>): readonly Diagnostic[] {
  if (route === undefined) return [];
  const { className, methodName, capabilities } = route;
  return capabilities.flatMap((received) => {
    if (granted.has(received)) return [];
    const expected = slipOf(
      received,
      [...granted].filter((name) => !differsInNumber(received, name)),
    );
    const at = { className, methodName, part: { kind: 'permission' } } as const;
    return expected === undefined ? [] : [diagnosticAt(at, { code: 'RR1078', expected, received })];
  });
}

/** Singular and plural may both be meant: WordPress has `edit_post` and `edit_posts`. */
function differsInNumber(one: string, other: string): boolean {
  const [from, to, after] = differenceOf(one, other);
  return from + to === 's' && !/^\p{L}/u.test(after);
}
