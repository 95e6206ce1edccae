import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { isObservable, lastValueFrom } from 'rxjs';
import { forbidden } from '../../diagnostics/http-error-catalogue.js';
import { isThenable, type Awaitable } from '../../shared/promises.js';
import type { Endpoint, Step } from '../endpoint.js';

/**
 * Runs Nest's guards one after the other, as Nest does; without a promise, unless one of them returns a promise or an
 * Observable. If a guard returns false, the error is a 403, as in Nest.
 */
export function guardStep({ ports: { guards } }: Endpoint): Step | undefined {
  if (guards === undefined) return undefined;
  const { all, contextOf } = guards;
  if (typeof all === 'function') {
    return async (context) => runGuards(await all(context), contextOf(context));
  }
  return (context) => runGuards(all, contextOf(context));
}

/** @throws RestException, or the error of a guard, if a guard rejects the caller. */
function runGuards(
  guards: readonly CanActivate[],
  context: ExecutionContext,
  first = 0,
): Awaitable<void> {
  for (let at = first; at < guards.length; at++) {
    const admits: unknown = guards[at]?.canActivate(context);
    if (admits === true) continue;
    if (isThenable(admits) || isObservable(admits)) {
      return settled(admits).then((is) => {
        if (!is) throw forbidden(true);
        return runGuards(guards, context, at + 1);
      });
    }
    if (!admits) throw forbidden(true);
  }
}

async function settled(admits: unknown): Promise<boolean> {
  const value: unknown = await admits;
  return Boolean(isObservable(value) ? await lastValueFrom(value) : value);
}
