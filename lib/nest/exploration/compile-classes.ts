import type { ModulesContainer } from '@nestjs/core';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { ControllerDeclaration } from '../../routes/declaration/route-declaration.js';
import type { Route } from '../../routes/route.js';
import { isNamespace } from '../../routes/paths/path-pattern.js';
import { checkTable, compileController } from '../../routes/compile-route.js';
import { groupBy } from '../../shared/records.js';
import type { NamespaceSource } from '../options/mount-prefix.js';
import { type FoundClass, findProvider, modulePathOf } from './container-view.js';
import { type DeclaredClass, ruleReaders, type FactSources } from './declare-classes.js';
import { REST_FEATURE, type RestFeatureOptions } from '../options/rest-options.js';

/** A route of the application, and the class that serves it. */
export interface ExploredRoute {
  readonly route: Route;
  readonly found: FoundClass;
}

/**
 * Checks and compiles all controllers, and checks the controllers of one namespace by the rules between them. The
 * routes are in the order of their declarations; the namespace is that of the first controller that has one.
 *
 * @param defaultNamespace Of the classes whose module has none of its own.
 */
export function compileClasses(
  declared: readonly DeclaredClass[],
  modules: ModulesContainer,
  defaultNamespace: NamespaceSource,
  sources: FactSources,
) {
  const routes: ExploredRoute[] = [];
  const diagnostics: Diagnostic[] = [];
  const named: { readonly namespace: string; readonly declaration: ControllerDeclaration }[] = [];
  for (const { found, declaration } of declared) {
    const value = namespaceOfClass(modules, found, defaultNamespace.namespace);
    const origin = value === defaultNamespace.namespace ? defaultNamespace.origin : undefined;
    const compiled = compileController(declaration, ruleReaders(found, { value, origin }, sources));
    routes.push(...compiled.routes.map((route) => ({ route, found })));
    diagnostics.push(...compiled.diagnostics);
    if (isNamespace(value)) named.push({ namespace: value, declaration });
  }
  const tables = groupBy(named, ({ namespace }) => namespace).values();
  for (const members of tables) {
    diagnostics.push(...checkTable(members.map(({ declaration }) => declaration)));
  }
  return { routes, diagnostics, namespace: named[0]?.namespace };
}

/**
 * The namespace that `RestModule.forFeature` gave to the module of a controller, or the default, below
 * the path of the module. It may be no namespace at all: a rule reports that.
 */
function namespaceOfClass(
  modules: ModulesContainer,
  { module }: FoundClass,
  defaultNamespace: unknown,
): unknown {
  const feature = findProvider(module, REST_FEATURE)?.wrapper.instance as
    RestFeatureOptions | undefined;
  const namespace: unknown = feature?.namespace ?? defaultNamespace;
  const path = modulePathOf(modules, module);
  return path === '' || !isNamespace(namespace) ? namespace : `${path}/${namespace}`;
}
