import type { Class } from '../../shared/class.js';
import type { ClassValidator, ValidatorRule } from './class-validator-types.js';
import { loadRunner } from './run-rules.js';

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
