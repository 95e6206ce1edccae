import type { ResponseDeclaration } from '../../model/declaration/route-declaration.js';
import type { Class } from '../../shared/class.js';

/** Reads what Nest's own decorators wrote on a controller. The Nest side of the library provides it. */
export interface NestMetadata {
  /** The positions of the parameters with one of Nest's parameter decorators. */
  filledParameters(type: Class, methodName: string): ReadonlySet<number>;
  /** What `@HttpCode` and `@Header` state of a method; `undefined` where it has neither. */
  responseOf(method: object): ResponseDeclaration | undefined;
}
