import type { ModulesContainer } from '@nestjs/core';
import { declareController, declaresRoutes } from '../../decorators/reading/declare-controller.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { CheckedController } from '../../model/checked/checked-controller.js';
import { checkController, checkTable } from '../../rules/check-controller.js';
import type { NamespaceFact } from '../../rules/rule.js';
import type { ControllerDeclaration } from '../../model/declaration/route-declaration.js';
import type { ClassReaders } from '../../model/declaration/class-readers.js';
import type { ParameterDeclaration } from '../../model/declaration/parameter-declaration.js';
import { classesOf, findProvider, type FoundClass } from './container-view.js';
import type { NamespaceSource } from '../options/manifest-namespace.js';
import { modulePathOf } from './module-path.js';
import { NEST_METADATA } from './nest-metadata.js';
import { isNamespace } from '../../model/paths/namespace.js';
import type { Instances } from '../lazy-providers/instances.js';
import { ruleReaders } from './rule-readers.js';
import { REST_FEATURE } from '../module/rest-feature.module.js';
import type { RestFeatureOptions } from '../options/rest-options.js';

/** A controller of the application, checked, and the namespace it belongs to. */
export interface ExploredController {
  readonly found: FoundClass;
  readonly namespace: string;
  readonly checked: CheckedController;
}

export interface Explored {
  readonly controllers: readonly ExploredController[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A class of the application with its declaration. */
export interface DeclaredClass {
  readonly found: FoundClass;
  readonly declaration: ControllerDeclaration;
}

/** Finds every class with routes. */
export function declareAll(modules: ModulesContainer): readonly DeclaredClass[] {
  const classes = classesOf(modules).filter(({ type }) => declaresRoutes(type));
  return unique(classes).map((found) => ({
    found,
    declaration: declareController(found.type, NEST_METADATA),
  }));
}

/** Whether any list has instances of a class. If none has, nothing that creates or validates them is loaded. */
export function hasValueClasses(declared: readonly DeclaredClass[]): boolean {
  return declared.some(({ declaration }) =>
    declaration.routes.some(({ parameters }) => parameters.some(holdsClass)),
  );
}

function holdsClass({ list, signature }: ParameterDeclaration): boolean {
  const type = signature?.type;
  return list?.items.kind === 'class' || (type?.kind === 'array' && type.items.kind === 'class');
}

/** Checks all controllers, and collects their diagnostics. */
export function checkAll(
  modules: ModulesContainer,
  declared: readonly DeclaredClass[],
  byDefault: NamespaceSource,
  classes: ClassReaders,
  instances: Instances,
): Explored {
  const controllers = declared.map(({ found, declaration }) => {
    const namespace = namespaceOf(modules, found, byDefault.namespace);
    const readers = ruleReaders(found, {
      classes,
      instances,
      namespace: namespaceFact(namespace, byDefault),
    });
    return { found, namespace, checked: checkController(declaration, readers) };
  });
  const diagnostics = controllers.flatMap(({ checked }) => checked.diagnostics);
  const valid = controllers.filter((c): c is ExploredController => isNamespace(c.namespace));
  return { controllers: valid, diagnostics: [...diagnostics, ...tableDiagnostics(valid)] };
}

/** A class may be listed twice in a module, as a provider and as a controller. */
function unique(classes: readonly FoundClass[]): readonly FoundClass[] {
  const seen = new Map<object, Set<unknown>>();
  return classes.filter(({ type, module }) => {
    const types = seen.get(module) ?? new Set();
    seen.set(module, types);
    return types.size < types.add(type).size;
  });
}

/** What `RestModule.forFeature` gave the module of the controller, below the path of the module. */
function namespaceOf(
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

function namespaceFact(value: unknown, byDefault: NamespaceSource): NamespaceFact {
  return value === byDefault.namespace ? { value, origin: byDefault.origin } : { value };
}

function tableDiagnostics(controllers: readonly ExploredController[]): readonly Diagnostic[] {
  const namespaces = new Set(controllers.map(({ namespace }) => namespace));
  return [...namespaces].flatMap((namespace) =>
    checkTable(
      controllers.filter((c) => c.namespace === namespace).map(({ checked }) => checked.controller),
    ),
  );
}
