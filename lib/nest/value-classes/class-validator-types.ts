import type { Class } from '../../shared/class.js';

/** One rule of class-validator on one property. */
export interface ValidatorRule {
  readonly type: string;
  readonly name?: string;
  readonly propertyName: string;
  readonly constraints?: readonly unknown[];
  readonly each: boolean;
}

/** An error that class-validator reports for an object. */
export interface ValidatorError {
  readonly property: string;
  readonly constraints?: Readonly<Record<string, string>>;
  readonly children?: readonly ValidatorError[];
}

/** class-validator, as far as it matters here; an optional peer. */
export interface ClassValidator {
  rulesOf(type: Class): readonly ValidatorRule[];
  validate(instance: object): Promise<readonly ValidatorError[]>;
}
