import type { ClassTraits } from '../../model/declaration/class-readers.js';

/**
 * Whether a class that is the type of a parameter holds values of a request. As a service it would be
 * one empty object for all requests, and the values that the client sent would be lost.
 *
 * A class with `@ValueClass()` is never a service. Any other class is one when something marks it:
 * `@Injectable()`, a constructor with parameters, a method, or `@Param({ inject })` (`isStated`).
 */
export function isClassOfValues(traits: ClassTraits, isStated: boolean): boolean {
  if (traits.isMarked || isStated) return traits.isMarked;
  return traits.hasValues && isPlainClass(traits);
}

/** Whether nothing marks a class as a service; its properties may be unknown. */
export function isPlainClass(traits: ClassTraits): boolean {
  return !traits.isInjectable && !traits.takesServices && !traits.hasBehaviour;
}
