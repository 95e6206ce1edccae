import type { ModulesContainer } from '@nestjs/core';
import { REDIRECT_METADATA, RENDER_METADATA, SSE_METADATA } from '../internals.js';
import { declareController } from '../../decorators/reading/declare-controller.js';
import {
  controllerMetadata,
  methodOf,
  routeMethodsOf,
} from '../../decorators/reading/metadata-reader.js';
import { signatureOf } from '../../decorators/reading/signature-metadata.js';
import type { Diagnostic } from '../../diagnostics/diagnostic-catalogue.js';
import type { CheckedController } from '../../model/checked/checked-controller.js';
import { checkController } from '../../rules/check-controller.js';
import { isPlainClass } from '../../rules/class-of-values.rule.js';
import { checkTable } from '../../rules/check-table.js';
import { SIGNATURE_FORMAT } from '../../model/signature/method-signature.js';
import type { ControllerDeclaration } from '../../model/declaration/route-declaration.js';
import type { ClassReaders } from '../../model/declaration/class-readers.js';
import type { ParameterDeclaration } from '../../model/declaration/parameter-declaration.js';
import { classesOf, findProvider, type FoundClass } from './container-view.js';
import type { NamespaceSource } from '../options/manifest-namespace.js';
import { modulePathOf } from './module-path.js';
import { isNamespace } from '../options/namespace.js';
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

/** A controller of the application as it is written. */
export interface DeclaredClass {
  readonly found: FoundClass;
  readonly declaration: ControllerDeclaration;
}

/** Finds every class with routes. */
export function declareAll(modules: ModulesContainer): readonly DeclaredClass[] {
  const classes = classesOf(modules).filter(
    ({ type }) => controllerMetadata(type) !== undefined || routeMethodsOf(type).length > 0,
  );
  return unique(classes).map((found) => ({ found, declaration: declareController(found.type) }));
}

/** Whether any list holds instances of a class: else nothing that makes or validates them is loaded. */
export function hasValueClasses(declared: readonly DeclaredClass[]): boolean {
  return declared.some(({ declaration }) =>
    declaration.routes.some(({ parameters }) => parameters.some(holdsClass)),
  );
}

function holdsClass({ list, signature }: ParameterDeclaration): boolean {
  const type = signature?.type;
  return list?.items.kind === 'class' || (type?.kind === 'array' && type.items.kind === 'class');
}

/** Checks all controllers, and collects what is wrong with any of them. */
export function checkAll(
  modules: ModulesContainer,
  declared: readonly DeclaredClass[],
  byDefault: NamespaceSource,
  readers: ClassReaders,
): Explored {
  const controllers = declared.map(({ found, declaration }) => {
    const checked = checkController(declaration, readers);
    return { found, namespace: namespaceOf(modules, found, byDefault.namespace), checked };
  });
  const diagnostics = controllers.flatMap(({ found, namespace, checked }) => [
    ...namespaceDiagnostics(namespace, checked, byDefault),
    ...signatureDiagnostics(found),
    ...checked.diagnostics,
    ...serviceDiagnostics(found, checked, readers),
    ...decoratorDiagnostics(found, checked),
  ]);
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

function namespaceDiagnostics(
  namespace: unknown,
  { controller }: CheckedController,
  byDefault: NamespaceSource,
): readonly Diagnostic[] {
  if (isNamespace(namespace)) return [];
  const text = JSON.stringify(namespace) ?? 'none';
  const isDefault = namespace === byDefault.namespace && byDefault.origin !== undefined;
  const received = isDefault ? `${text} (${byDefault.origin})` : text;
  const { className } = controller;
  return [{ className, code: 'RR1025', expected: 'a namespace such as "acme"', received }];
}

/** A signature of another format, or one that says that its compiler could not stop at a diagnostic. */
function signatureDiagnostics({ type }: FoundClass): readonly Diagnostic[] {
  const signature = signatureOf(type)?.attached.signature;
  if (signature === undefined) return [];
  const format: unknown = signature.format;
  if (format !== SIGNATURE_FORMAT) {
    const expected = `format ${SIGNATURE_FORMAT}`;
    return [
      { className: type.name, code: 'RR1017', expected, received: `format ${String(format)}` },
    ];
  }
  return (signature.faults ?? []).map((received) => ({
    className: type.name,
    code: 'RR1027' as const,
    expected: 'a source without faults',
    received,
  }));
}

/** A class that is no argument is a service, so somebody must provide it. */
function serviceDiagnostics(
  { module, type }: FoundClass,
  { routes }: CheckedController,
  { traits }: ClassReaders,
): readonly Diagnostic[] {
  return routes.flatMap(({ route, parameters, callbackParameters }) =>
    [...parameters, ...callbackParameters].flatMap((parameter): readonly Diagnostic[] => {
      if (parameter.kind !== 'service') return [];
      const { ref, name } = parameter.handle;
      if (findProvider(module, ref) !== undefined) return [];
      const place = { className: type.name, methodName: route.methodName, parameterName: name };
      const known = traits(parameter.handle);
      const provider = `a provider of ${name}`;
      const expected =
        known !== undefined && isPlainClass(known)
          ? `@ListOf(${name}) on a list of values, or ${provider}`
          : provider;
      return [{ ...place, code: 'RR1019', expected, received: 'neither' }];
    }),
  );
}

/** Nest's decorators that change how a response is made, which on a route nobody would do. */
const MEANINGLESS: readonly (readonly [string, string])[] = [
  [REDIRECT_METADATA, '@Redirect'],
  [RENDER_METADATA, '@Render'],
  [SSE_METADATA, '@Sse'],
];

function decoratorDiagnostics(
  { type }: FoundClass,
  { routes }: CheckedController,
): readonly Diagnostic[] {
  const names = new Set(routes.map(({ route }) => route.methodName));
  return [...names].flatMap((methodName) => {
    const method = methodOf(type, methodName);
    if (typeof method !== 'function') return [];
    const meaningless = MEANINGLESS.filter(([key]) => Reflect.hasOwnMetadata(key, method));
    return meaningless.map(([, received]) => ({
      className: type.name,
      methodName,
      code: 'RR1026' as const,
      expected: 'a RestResponse',
      received,
    }));
  });
}

function tableDiagnostics(controllers: readonly ExploredController[]): readonly Diagnostic[] {
  const namespaces = new Set(controllers.map(({ namespace }) => namespace));
  return [...namespaces].flatMap((namespace) =>
    checkTable(
      controllers.filter((c) => c.namespace === namespace).map(({ checked }) => checked.controller),
    ),
  );
}
