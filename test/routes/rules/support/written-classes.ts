import type { Type } from '@nestjs/common';
import {
  Cache,
  Callback,
  Capability,
  ListOf,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  type Permission,
  PermissionCombination,
} from 'nestjs-rest-routes';
import type {
  WrittenController,
  WrittenMethod,
  WrittenParameter,
  WrittenPermission,
} from './arbitrary-declaration.js';
import { nameOfCallback, nameOfController, nameOfMethod } from './written-source.js';

/** Declares a controller as its source does, with the decorators called by hand. */
export function declareWritten(written: WrittenController, index: number): Type {
  const type = { [nameOfController(index)]: class {} }[nameOfController(index)] as Type;
  written.methods.forEach((method, at) => declareMethod(type, method, at));
  RestController(written.version, written.base as '')(type);
  return type;
}

function declareMethod(type: Type, method: WrittenMethod, at: number): void {
  const name = nameOfMethod(at);
  const prototype = type.prototype as object;
  const descriptor = functionDescriptor(name);
  Object.defineProperty(prototype, name, descriptor);
  decorateParameters(prototype, name, method.parameters);
  // Decorators of one member run from the bottom to the top.
  [...method.routes.entries()].toReversed().forEach(([index, route]) => {
    const permission = permissionOf(type, route.permission, nameOfCallback(at, index));
    const decorate = RestRoute(route.path as '', route.methods as 'GET'[], permission);
    decorate(prototype, name, descriptor);
  });
  if (method.cache !== undefined) Cache(method.cache as never)(prototype, name, descriptor);
}

function permissionOf(type: Type, permission: WrittenPermission, callback: string): Permission {
  switch (permission.kind) {
    case 'none':
      return undefined as never;
    case 'public':
      return new PublicAccess();
    case 'capability':
      return new Capability(permission.name);
    case 'callback': {
      const descriptor = functionDescriptor(callback);
      Object.defineProperty(type, callback, descriptor);
      decorateParameters(type, callback, permission.parameters);
      return new Callback(descriptor.value);
    }
    case 'allOf':
    case 'anyOf':
      return new PermissionCombination(
        permission.kind,
        permission.parts.map((part, at) => permissionOf(type, part, `${callback}_${at}`)) as never,
      );
  }
}

function decorateParameters(
  target: object,
  name: string,
  parameters: readonly WrittenParameter[],
): void {
  parameters.forEach(({ param, listOf }, index) => {
    if (listOf !== undefined) ListOf(listOf[0] as 'string', listOf[1])(target, name, index);
    if (param !== undefined) Param(param)(target, name, index);
  });
}

function functionDescriptor(name: string) {
  const holder = { [name]: () => true };
  return {
    value: holder[name] as () => boolean,
    writable: true,
    configurable: true,
    enumerable: false,
  };
}
