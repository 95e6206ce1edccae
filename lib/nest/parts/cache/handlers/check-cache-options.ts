import { declareCache } from '../../../../decorators/reading/declare-cache.js';
import { DeclarationException } from '../../../../diagnostics/declaration.exception.js';
import { diagnosticAt, type Diagnostic } from '../../../../diagnostics/diagnostic.js';
import { checkDurations } from '../../../../rules/caching/duration.rule.js';
import { checkVary } from '../../../../rules/caching/vary.rule.js';
import type { CacheableHandler } from './find-cacheable-handlers.js';

/**
 * Holds the `@Cache` of handlers to the rules of routes.
 *
 * @throws DeclarationException that lists all diagnostics.
 */
export function checkCacheOptions(handlers: readonly CacheableHandler[]): void {
  const diagnostics = handlers.flatMap(diagnosticsOf);
  if (diagnostics.length > 0) throw new DeclarationException(diagnostics);
}

function diagnosticsOf({ found, methodName, options }: CacheableHandler): readonly Diagnostic[] {
  const cache = declareCache(options);
  const at = { className: found.type.name, methodName };
  return [...checkDurations(cache), ...checkVary(cache)].map(({ part, ...details }) =>
    diagnosticAt(part === undefined ? at : { ...at, part }, details),
  );
}
