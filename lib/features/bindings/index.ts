import { diagnosticAt, type Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Feature } from '../../nest/composition/feature.js';
import type { StartupParts } from '../../nest/composition/startup-check.js';
import { onEachConfigure } from '../../nest/internals.js';
import { includesMethod, joinSegments, samplePath } from './binding-paths.js';
import { checkBindings } from './check-bindings.js';
import { observeConsumer, type MiddlewareBinding } from './observe-bindings.js';

/** Stops the start if Nest puts middleware, by its binding or by the global prefix, at other paths than the routes. */
export const bindings: Feature = {
  name: 'bindings',
  checks: ({ adapter, modules }) => {
    const found: MiddlewareBinding[] = [];
    onEachConfigure(adapter, modules, (consumer, module) =>
      observeConsumer(consumer, module, (binding) => found.push(binding)),
    );
    const rejects = ({ options, routes, prefix, config }: StartupParts): readonly Diagnostic[] => [
      ...(options.prefix === undefined ? checkExclusions({ routes, config }) : []),
      ...checkBindings(found, { routes, prefix, config, adapter: adapter.getType() }),
    ];
    return [{ rejects }];
  },
};

/**
 * Finds routes that the global prefix excludes. Nest would serve a controller and mount its middleware without the
 * prefix; the routes stay below it.
 */
function checkExclusions({
  routes,
  config,
}: Pick<StartupParts, 'routes' | 'config'>): readonly Diagnostic[] {
  const { exclude = [] } = config.getGlobalPrefixOptions();
  return [...routes.keys()].flatMap((route) => {
    const excluded = exclude.find(({ path, pathRegex, requestMethod }) => {
      const sample = samplePath(route, joinSegments(path).split('/'), '');
      return (
        pathRegex.test(sample) && route.methods.some((name) => includesMethod(requestMethod, name))
      );
    });
    if (excluded === undefined) return [];
    const { className, methodName, pattern } = route;
    return diagnosticAt(
      { className, methodName, part: { kind: 'path' } },
      {
        code: 'RR1061',
        expected: `a global prefix that does not exclude ${pattern.template}`,
        received: `setGlobalPrefix('${config.getGlobalPrefix()}', { exclude: ['${excluded.path}'] })`,
      },
    );
  });
}
