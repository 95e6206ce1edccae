import type { TypeSignature } from '../../../types/type.js';
import type { ts } from '../../program/typescript.js';
import type { TypeScope } from '../type-reading.js';

/** The place of a type in what a method returns, and the objects around it. */
export interface DescribedPlace {
  readonly node: ts.Node;
  readonly scope: TypeScope;
  /** Describes a type within this one: descriptions import one another here. */
  readonly describe: (type: ts.Type, place: DescribedPlace) => TypeSignature;
  /** The objects around the type, with the names by which they are described. */
  readonly outer: readonly OuterObject[];
  /** How many types are around the type. */
  readonly depth: number;
  /** How much has been described for this method. */
  readonly count: { objects: number; types: number };
}

/** An object that is being described. */
export interface OuterObject {
  readonly type: ts.Type;
  readonly name: string | undefined;
}
