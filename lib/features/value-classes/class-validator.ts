import { validatorStorage } from '../../diagnostics/internals.js';
import type { ValidationError } from '../../diagnostics/violations-of.js';
import type { Class } from '../../shared/records.js';
import {
  importRuleExecution,
  type RuleExecution,
  type RuleExecutor,
} from '../../nest/internals.js';

/** One rule of class-validator on one property. */
export interface ValidatorRule {
  readonly type: string;
  readonly name?: string;
  readonly propertyName: string;
  readonly constraints?: readonly unknown[];
  readonly each: boolean;
}

/** class-validator, with the functions that are used here; an optional peer. */
export interface ClassValidator {
  rulesOf(type: Class): readonly ValidatorRule[];
  validate(instance: object, unknown?: UnknownProperties): Promise<readonly ValidationError[]>;
}

/** The treatment of properties without a rule, in objects that no schema describes. */
export type UnknownProperties = 'keep' | 'strip' | 'reject';

/** Properties without a rule are allowed: the schema of the class decides on them. */
const OPTIONS = {
  keep: { forbidUnknownValues: false },
  strip: { forbidUnknownValues: false, whitelist: true },
  reject: { forbidUnknownValues: false, whitelist: true, forbidNonWhitelisted: true },
} as const satisfies Record<UnknownProperties, object>;

interface Storage {
  getTargetValidationMetadatas(
    target: Class,
    schema: string,
    always: boolean,
    strictGroups: boolean,
  ): readonly ValidatorRule[];
}

/** Whether class-validator has rules for a class; does not load the package. */
export function isValidated(type: Class): boolean {
  const storage = validatorStorage() as Storage | undefined;
  return (storage?.getTargetValidationMetadatas(type, '', false, false) ?? []).length > 0;
}

/** Loads class-validator if the application uses it; a decorated class has loaded it before. */
export async function loadClassValidator(): Promise<ClassValidator | undefined> {
  if (validatorStorage() === undefined) return undefined;
  const { getMetadataStorage, Validator, getFromContainer } = await import('class-validator');
  const storage = getMetadataStorage() as unknown as Storage;
  return {
    rulesOf: (type) => storage.getTargetValidationMetadatas(type, '', false, false),
    validate: await loadRunner(Validator, () => getFromContainer(Validator)),
  };
}

/**
 * Returns the function that runs the rules of an instance. `validate` of class-validator loses the promises
 * of asynchronous rules once a rule throws; one that rejects then ends the process. One request can cause
 * both: "\ud800" makes the email rule throw, "\u0000" makes a query to Postgres reject.
 *
 * @param mainClass `Validator` of the main module: the modules imported here must be of the same copy.
 */
async function loadRunner(
  mainClass: unknown,
  validatorOf: () => { validate(instance: object, options: object): Promise<ValidationError[]> },
): Promise<ClassValidator['validate']> {
  const execution = await loadExecution();
  if (execution?.Validator !== mainClass || execution === undefined) {
    return (instance, unknown = 'keep') => validatorOf().validate(instance, OPTIONS[unknown]);
  }
  const { ValidationExecutor } = execution;
  return (instance, unknown = 'keep') =>
    run(new ValidationExecutor(validatorOf(), OPTIONS[unknown]), instance);
}

async function run(executor: RuleExecutor, instance: object): Promise<readonly ValidationError[]> {
  const errors: ValidationError[] = [];
  try {
    executor.execute(instance, undefined, errors);
  } catch (error) {
    await Promise.allSettled(executor.awaitingPromises);
    throw error;
  }
  await Promise.all(executor.awaitingPromises);
  return executor.stripEmptyErrors(errors);
}

/** `undefined` if the package is built another way, as in a bundle. */
async function loadExecution(): Promise<RuleExecution | undefined> {
  try {
    return await importRuleExecution();
  } catch {
    return undefined;
  }
}
