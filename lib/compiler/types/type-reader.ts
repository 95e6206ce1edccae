import type { ClassReferences } from '../classes/class-references.js';
import type { ProjectView } from '../program/project-view.js';
import type { ts } from '../program/typescript.js';
import type { TypeArguments } from '../syntax/type-arguments.js';
import type { TypeReading } from './type-reading.js';

/** Reads a type as the source writes it. */
export type TypeReader = (node: ts.TypeNode, scope: TypeScope) => TypeReading;

/**
 * What reading a type needs to know. Types contain types, so the reader of one form calls the reader
 * of all forms: it finds it here, and imports no other reader. `type-scope.ts` puts it in.
 */
export interface TypeScope {
  readonly view: ProjectView;
  readonly references: ClassReferences;
  readonly typeArguments: TypeArguments;
  /** How many aliases were followed; an alias of itself would never end. */
  readonly depth: number;
  readonly readType: TypeReader;
}
