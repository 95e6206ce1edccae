import { INJECTABLE_WATERMARK, PROPERTY_DEPS_METADATA } from '../internals.js';
import { isValueClass } from '../../decorators/metadata-accessor.js';
import { declareProperties } from '../../decorators/reading/declare-properties.js';
import { type Class } from '../../shared/class.js';
import type { ClassTraits } from '../../model/declaration/class-readers.js';
import { isValidated } from './class-validator.js';

/**
 * The traits of a class that are known at run time. Properties without a decorator are not: a class that
 * the compiler rejects only because of them passes here.
 */
export function classTraits(type: Class): ClassTraits {
  return {
    isMarked: isValueClass(type),
    isInjectable: Reflect.hasMetadata(INJECTABLE_WATERMARK, type),
    takesServices: type.length > 0 || Reflect.hasMetadata(PROPERTY_DEPS_METADATA, type),
    hasBehaviour: hasMembers(type.prototype as object),
    hasValues: declareProperties(type) !== undefined || isValidated(type),
  };
}

/** Methods and accessors, inherited ones included. */
function hasMembers(prototype: object | null): boolean {
  if (prototype === null || prototype === Object.prototype) return false;
  const own = Reflect.ownKeys(prototype).filter((key) => key !== 'constructor');
  return own.length > 0 || hasMembers(Object.getPrototypeOf(prototype) as object | null);
}
