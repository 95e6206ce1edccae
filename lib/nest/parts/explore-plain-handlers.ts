import type { DiscoveryService } from '@nestjs/core';
import { classPermission, methodPermission } from '../../decorators/metadata-accessor.js';
import { methodOf, prototypesOf, prototypeWith } from '../../decorators/reading/class-chain.js';
import type { Permission } from '../../model/permissions/permission.js';
import type { Class } from '../../shared/class.js';
import { classesOf, type FoundClass } from '../exploration/container-view.js';
import { PATH_METADATA } from '../internals.js';

/** A handler of a plain Nest controller: a method with `@Get()` and its like. */
export interface PlainHandler {
  readonly found: FoundClass;
  readonly methodName: string;
  readonly method: object;
  /** The nearest prototype with the method: what decorators state is kept there. */
  readonly prototype: object;
}

/** What `@RequirePermission` states of a handler: on its method, else on its class or one that it extends. */
export function permissionOf({
  found,
  methodName,
  prototype,
}: PlainHandler): Permission | undefined {
  return methodPermission(prototype, methodName) ?? classPermission(found.type);
}

/** The handlers of the plain Nest controllers of an application, inherited ones included. Creates nothing. */
export function explorePlainHandlers(discovery: DiscoveryService): readonly PlainHandler[] {
  const controllers = new Set(discovery.getControllers());
  return classesOf(discovery)
    .filter(({ wrapper }) => controllers.has(wrapper))
    .flatMap((found) => handlersOf(found));
}

function handlersOf(found: FoundClass): readonly PlainHandler[] {
  return methodNamesOf(found.type).flatMap((methodName) => {
    const prototype = prototypeWith(found.type, methodName);
    const method = methodOf(found.type, methodName);
    const isHandler = typeof method === 'function' && Reflect.hasMetadata(PATH_METADATA, method);
    return isHandler && prototype !== undefined ? [{ found, methodName, method, prototype }] : [];
  });
}

/** The constructor is the class, which has a path too: that of `@Controller`. */
function methodNamesOf(type: Class): readonly string[] {
  const names = prototypesOf(type).flatMap((prototype) => Object.getOwnPropertyNames(prototype));
  return [...new Set(names)].filter((name) => name !== 'constructor');
}
