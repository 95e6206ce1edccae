import type { ModulesContainer } from '@nestjs/core';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { CheckedController } from '../../model/checked/checked-controller.js';
import type { ClassReaders } from '../../model/declaration/class-readers.js';
import { isNamespace } from '../../model/paths/namespace.js';
import { checkController, checkTable } from '../../rules/check-controller.js';
import type { NamespaceFact } from '../../rules/rule.js';
import { groupBy } from '../../shared/group-by.js';
import type { Instances } from '../lazy-providers/instances.js';
import type { NamespaceSource } from '../options/manifest-namespace.js';
import type { FoundClass } from './container-view.js';
import type { DeclaredClass } from './declare-classes.js';
import { namespaceOfClass } from './namespace-of-class.js';
import { ruleReaders } from './rule-readers.js';

/** A controller of the application with a namespace, checked. */
export interface CheckedClass {
  readonly found: FoundClass;
  readonly namespace: string;
  readonly checked: CheckedController;
}

/** The checked controllers of an application, and all diagnostics. */
export interface CheckedClasses {
  readonly controllers: readonly CheckedClass[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What the rules need to know of the application. */
export interface CheckContext {
  readonly modules: ModulesContainer;
  /** The namespace of the classes whose module has none of its own. */
  readonly defaultNamespace: NamespaceSource;
  readonly classes: ClassReaders;
  readonly instances: Instances;
}

/** Holds all controllers to the rules, and the controllers of one namespace to those between them. */
export function checkClasses(
  declared: readonly DeclaredClass[],
  context: CheckContext,
): CheckedClasses {
  const all = declared.map((one) => checkClass(one, context));
  const controllers = all.filter((one): one is CheckedClass => isNamespace(one.namespace));
  return {
    controllers,
    diagnostics: [
      ...all.flatMap(({ checked }) => checked.diagnostics),
      ...tableDiagnostics(controllers),
    ],
  };
}

function checkClass(
  { found, declaration }: DeclaredClass,
  { modules, defaultNamespace, classes, instances }: CheckContext,
): Omit<CheckedClass, 'namespace'> & { readonly namespace: unknown } {
  const namespace = namespaceOfClass(modules, found, defaultNamespace.namespace);
  const readers = ruleReaders(found, {
    classes,
    instances,
    namespace: namespaceFact(namespace, defaultNamespace),
  });
  return { found, namespace, checked: checkController(declaration, readers) };
}

function namespaceFact(value: unknown, byDefault: NamespaceSource): NamespaceFact {
  return value === byDefault.namespace ? { value, origin: byDefault.origin } : { value };
}

function tableDiagnostics(controllers: readonly CheckedClass[]): readonly Diagnostic[] {
  const byNamespace = groupBy(controllers, ({ namespace }) => namespace);
  return [...byNamespace.values()].flatMap((members) =>
    checkTable(members.map(({ checked }) => checked.controller)),
  );
}
