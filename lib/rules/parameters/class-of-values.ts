import type { ClassTraits } from '../../model/declaration/class-readers.js';

/**
 * Whether a class that is the type of a parameter holds values of a request. Injected as a service it
 * would be one empty object for all requests, and what the client sent would be lost.
 *
 * A class with `@ValueClass()` is never a service. Any other class is one when something says so:
 * `@Injectable()`, a constructor with parameters, a method, or `@Param({ inject })` (`isStated`).
 */
export function isClassOfValues(traits: ClassTraits, isStated: boolean): boolean {
  if (traits.isMarked || isStated) return traits.isMarked;
  return traits.hasValues && isPlainClass(traits);
}

/** Whether nothing says that a class is a service; its properties may be unknown. */
export function isPlainClass(traits: ClassTraits): boolean {
  return !traits.isInjectable && !traits.takesServices && !traits.hasBehaviour;
}
