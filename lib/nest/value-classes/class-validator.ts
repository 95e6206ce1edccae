import type { Class } from '../../shared/class.js';
import { loadRunner } from './run-rules.js';

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

interface Storage {
  getTargetValidationMetadatas(
    target: Class,
    schema: string,
    always: boolean,
    strictGroups: boolean,
  ): readonly ValidatorRule[];
}

/** Where class-validator keeps what its decorators write. It is there once anybody has used it. */
const STORAGE = 'classValidatorMetadataStorage';

/** Whether class-validator has rules for a class; does not load the package. */
export function isValidated(type: Class): boolean {
  const storage = Reflect.get(globalThis, STORAGE) as Storage | undefined;
  return (storage?.getTargetValidationMetadatas(type, '', false, false) ?? []).length > 0;
}

/** Loads class-validator where the application uses it; a decorated class has loaded it before. */
export async function loadClassValidator(): Promise<ClassValidator | undefined> {
  if (!(STORAGE in globalThis)) return undefined;
  const { getMetadataStorage, Validator, getFromContainer } = await import('class-validator');
  const storage = getMetadataStorage() as unknown as Storage;
  return {
    rulesOf: (type) => storage.getTargetValidationMetadatas(type, '', false, false),
    validate: await loadRunner(Validator, () => getFromContainer(Validator)),
  };
}
