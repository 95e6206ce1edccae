import type { Class } from '../../shared/class.js';
import type { ClassValidator, ValidatorRule, ValidatorError } from './class-validator-types.js';
import { importRuleExecution, type RuleExecution, type RuleExecutor } from '../internals.js';

/** Properties without a rule are allowed here: the schema of the class decides on them. */
const OPTIONS = { forbidUnknownValues: false };

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

type Run = ClassValidator['validate'];

/**
 * Returns the function that runs the rules of an instance. `validate` of class-validator loses the promises
 * of asynchronous rules once a rule throws; one that rejects then ends the process. One request can cause
 * both: "\ud800" makes the email rule throw, "\u0000" makes a query to Postgres reject.
 *
 * @param mainClass `Validator` of the main module: the modules imported here must be of the same copy.
 */
async function loadRunner(
  mainClass: unknown,
  validatorOf: () => { validate(instance: object, options: object): ReturnType<Run> },
): Promise<Run> {
  const execution = await loadExecution();
  if (execution?.Validator !== mainClass || execution === undefined) {
    return (instance) => validatorOf().validate(instance, OPTIONS);
  }
  const { ValidationExecutor } = execution;
  return (instance) => run(new ValidationExecutor(validatorOf(), OPTIONS), instance);
}

async function run(executor: RuleExecutor, instance: object): ReturnType<Run> {
  const errors: ValidatorError[] = [];
  try {
    executor.execute(instance, undefined, errors);
  } catch (error) {
    await Promise.allSettled(executor.awaitingPromises);
    throw error;
  }
  await Promise.all(executor.awaitingPromises);
  return executor.stripEmptyErrors(errors);
}

/** `undefined` where the package is built another way, as in a bundle. */
async function loadExecution(): Promise<RuleExecution | undefined> {
  try {
    return await importRuleExecution();
  } catch {
    return undefined;
  }
}
