import type { ModulesContainer } from '@nestjs/core';
import { diagnosticAt, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { isNamespace } from '../../routes/paths/path-pattern.js';
import { RouteRegistry } from './explore-application.js';
import { MODULE_METADATA } from '../internals.js';
import { isObject } from '../../shared/records.js';

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

/** A prefix follows the rules of paths, and has no parameters: routes are mounted at its text. */
export function checkPrefix(prefix: string): readonly Diagnostic[] {
  if (prefix === '' || isNamespace(prefix.slice(1))) return [];
  return [
    diagnosticAt(
      { className: 'RestModule', methodName: 'forRoot' },
      { code: 'RR1062', expected: 'a prefix such as "api"', received: JSON.stringify(prefix) },
    ),
  ];
}
