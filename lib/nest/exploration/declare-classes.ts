import type { DiscoveryService } from '@nestjs/core';
import { declareController, declaresRoutes } from '../../decorators/reading/declare-controller.js';
import type { ParameterDeclaration } from '../../model/declaration/parameter-declaration.js';
import type { ControllerDeclaration } from '../../model/declaration/route-declaration.js';
import { classesOf, type FoundClass } from './container-view.js';
import { NEST_METADATA } from './read-nest-metadata.js';

/** A class of the application with its declaration. */
export interface DeclaredClass {
  readonly found: FoundClass;
  readonly declaration: ControllerDeclaration;
}

/** Finds every class with routes, and reads its declaration. */
export function declareClasses(discovery: DiscoveryService): readonly DeclaredClass[] {
  const classes = classesOf(discovery).filter(({ type }) => declaresRoutes(type));
  return unique(classes).map((found) => ({
    found,
    declaration: declareController(found.type, NEST_METADATA),
  }));
}

/** Whether any list has instances of a class. If none has, nothing that creates or validates them is loaded. */
export function hasValueClasses(declared: readonly DeclaredClass[]): boolean {
  return declared.some(({ declaration }) =>
    declaration.routes.some(({ parameters }) => takesValueClass(parameters)),
  );
}

/** Whether any list among some parameters has instances of a class. */
export function takesValueClass(parameters: readonly ParameterDeclaration[]): boolean {
  return parameters.some(holdsClass);
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

function holdsClass({ list, signature }: ParameterDeclaration): boolean {
  const type = signature?.type;
  return list?.items.kind === 'class' || (type?.kind === 'array' && type.items.kind === 'class');
}
