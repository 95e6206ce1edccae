import { UseGuards } from '@nestjs/common';
import type { GuardOfPermission, Permission } from '../routes/declaration/permission.js';
import type { Class } from '../shared/records.js';
import { GUARDS_KEY } from './metadata-accessor.js';

/** Binds the guards of a permission to a class or a method as `@UseGuards` does, each of them once. */
export function bindGuards(
  permission: Permission | undefined,
  target: object,
  name?: string | symbol,
  descriptor?: PropertyDescriptor,
): void {
  if (permission?.kind !== 'guarded') return;
  const subject: unknown = name === undefined ? target : descriptor?.value;
  if (typeof subject !== 'function') return;
  const bound = boundGuards(subject);
  const added = permission.guards.filter((guard) => !bound.includes(guard));
  if (added.length === 0) return;
  const bind = UseGuards(...(added as Parameters<typeof UseGuards>));
  if (name === undefined) bind(subject);
  else bind(target, name, descriptor as TypedPropertyDescriptor<unknown>);
  Reflect.defineMetadata(GUARDS_KEY, [...bound, ...added], subject);
}

/** The guards that permissions have bound to a class, with those of the classes that it extends, or to a method. */
export function boundGuards(subject: unknown): readonly GuardOfPermission[] {
  if (typeof subject !== 'function') return [];
  const bound: unknown = Reflect.getMetadata(GUARDS_KEY, subject);
  return Array.isArray(bound) ? (bound as readonly GuardOfPermission[]) : [];
}

/** The name that Nest's `mixin` gives a class, such as that of `AuthGuard('jwt')`: it is another one in each process. */
const OF_MIXIN = /^[0-9a-f]{21}$/;

/** Whether a value is a class with a name that the source gives it. */
export function isNamedClass(type: unknown): type is Class {
  return typeof type === 'function' && type.name !== '' && !OF_MIXIN.test(type.name);
}

/** The name of the class of a guard. */
export function guardName(guard: GuardOfPermission): string {
  const type = typeof guard === 'function' ? guard : (guard.constructor as Class);
  return isNamedClass(type) ? type.name : 'a guard without a name';
}
