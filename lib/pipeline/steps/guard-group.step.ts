import type { PathGroup } from '../../routing/path-group.js';
import { translateError } from '../../diagnostics/translate-error.js';
import type { OnAllowFailure } from '../permissions/allow.js';
import type { Endpoint } from '../endpoint.js';
import type { Step } from '../step.js';
import { memoize } from '../../shared/memoize.js';

/**
 * Runs the guards of every endpoint of a path, for OPTIONS: an endpoint whose guards reject is neither
 * described nor allowed. Where all reject, the first rejection is the response. A path without guards has
 * no such step.
 */
export function guardGroupStep(
  group: PathGroup<Endpoint>,
  onFailure: OnAllowFailure,
): Step | undefined {
  const { entries } = group;
  if (entries.every(({ ports }) => ports.guard === undefined)) return undefined;
  const admittedOf = memoize((mask: number) => narrowed(group, mask));
  return async (context) => {
    let mask = 0;
    let rejection: { readonly error: unknown } | undefined;
    // One after another: guards of two endpoints may both write `request.user`.
    for (const [at, endpoint] of entries.entries()) {
      try {
        await endpoint.ports.guard?.(context);
        mask |= 1 << at;
      } catch (error) {
        rejection ??= { error };
        if (translateError(error) === undefined) onFailure(error, endpoint);
      }
    }
    if (mask === 0) throw rejection?.error;
    context.group = admittedOf(mask);
  };
}

/** A group has few endpoints, so that its parts are few: each is made once. */
function narrowed({ pattern, entries }: PathGroup<Endpoint>, mask: number): PathGroup<Endpoint> {
  const [first = entries[0], ...others] = entries.filter((_, at) => (mask & (1 << at)) !== 0);
  return { pattern, entries: [first, ...others] };
}
