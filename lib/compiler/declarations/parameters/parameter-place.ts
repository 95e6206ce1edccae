import type { ts } from '../../program/typescript.js';
import type { TypeScope } from '../../types/type-reader.js';

export type ParameterNode = ts.ParameterDeclaration | ts.PropertyDeclaration;

/** The place of a parameter or property, and its description. */
export interface ParameterPlace {
  readonly index: number;
  readonly scope: TypeScope;
  readonly description: string | undefined;
}
