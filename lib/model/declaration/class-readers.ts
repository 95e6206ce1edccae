import type { ClassHandle } from '../types/declared-type.js';
import type { ParameterDeclaration } from './parameter-declaration.js';

/** Reads the properties of a value class; `undefined` where the class declares none. */
export type ValueClassReader = (handle: ClassHandle) => readonly ParameterDeclaration[] | undefined;

/** The traits by which a class of values differs from a service. */
export interface ClassTraits {
  /** Has `@ValueClass()`, of its own or from a class it extends. */
  readonly isMarked: boolean;
  /** Has `@Injectable()`, or a decorator that may stand for it. */
  readonly isInjectable: boolean;
  /** Has a constructor with parameters, or properties that Nest injects. */
  readonly takesServices: boolean;
  /** Has methods, accessors or properties that are not public. */
  readonly hasBehaviour: boolean;
  /** Has properties that `@Param`, `@ListOf` or class-validator describe, or that nothing initializes. */
  readonly hasValues: boolean;
}

/** What a compiler, or the application at startup, knows of the classes that parameters name. */
export interface ClassReaders {
  readonly properties: ValueClassReader;
  /** `undefined` where the class cannot be read; it then counts as a service. */
  readonly traits: (handle: ClassHandle) => ClassTraits | undefined;
}
