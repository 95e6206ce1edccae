import type { ModulesContainer } from '@nestjs/core';
import { diagnosticAt, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { isNamespace } from '../../routes/paths/path-pattern.js';
import { RouteRegistry } from '../exploration/explore-application.js';
import { MODULE_METADATA } from '../internals.js';
import { isObject } from '../../shared/records.js';
import { includesMethod, joinSegments, samplePath } from './binding-paths.js';
import type { MountPlace } from './check-bindings.js';

/** An application has one `RestModule.forRoot()`: a second one would read bodies that the first has read. */
export function checkModules(modules: ModulesContainer): readonly Diagnostic[] {
  const all = [...modules.values()];
  const own = all.filter(({ providers }) => providers.has(RouteRegistry));
  if (own.length <= 1) return [];
  const importing = all.filter(({ metatype }) => {
    // Through a global module, `imports` of the container lists every module.
    const imports = Reflect.getMetadata(MODULE_METADATA.IMPORTS, metatype) as
      readonly unknown[] | undefined;
    return imports?.some(
      (one) => isObject(one) && own.some((rest) => Reflect.get(one, 'module') === rest.metatype),
    );
  });
  const names = importing.map(({ name }) => name).join(' and ');
  return [
    diagnosticAt(
      { className: 'RestModule', methodName: 'forRoot' },
      {
        code: 'RR1063',
        expected: 'one RestModule.forRoot() in the application',
        received: `${own.length}${names === '' ? '' : `, imported by ${names}`}`,
      },
    ),
  ];
}

/**
 * Finds routes that the global prefix excludes. Nest would serve a controller and mount its middleware without the
 * prefix; the routes stay below it.
 */
export function checkExclusions({ routes, config }: MountPlace): readonly Diagnostic[] {
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

/** A prefix follows the rules of paths, and has no parameters: routes are mounted at its text. */
export function checkPrefix({ prefix }: Pick<MountPlace, 'prefix'>): readonly Diagnostic[] {
  if (prefix === '' || isNamespace(prefix.slice(1))) return [];
  return [
    diagnosticAt(
      { className: 'RestModule', methodName: 'forRoot' },
      { code: 'RR1062', expected: 'a prefix such as "api"', received: JSON.stringify(prefix) },
    ),
  ];
}
