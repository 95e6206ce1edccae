import type { Diagnostic } from '../diagnostics/diagnostic-catalogue.js';
import type { ControllerDeclaration } from '../model/declaration/route-declaration.js';
import { trimSlash } from '../model/paths/path-template.js';

/** What two controllers of one namespace may not share: a path and a method. */
export function checkTable(controllers: readonly ControllerDeclaration[]): readonly Diagnostic[] {
  const seen = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  for (const { className, version, base, routes } of controllers) {
    for (const { methodName, path, methods } of routes) {
      for (const method of new Set(methods)) {
        const address = `${method} /${version ?? ''}${trimSlash(base)}${trimSlash(path)}`;
        const key = address.toLowerCase();
        const first = seen.get(key);
        if (first === undefined) {
          seen.set(key, `${className}.${methodName}`);
          continue;
        }
        const received = `${address} also at ${first}`;
        diagnostics.push({
          className,
          methodName,
          code: 'RR1013',
          expected: 'one method for it',
          received,
        });
      }
    }
  }
  return diagnostics;
}
