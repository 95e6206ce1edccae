import type { ClassValidator, ValidatorError } from './class-validator.js';

type Run = ClassValidator['validate'];

/** One run of rules, as class-validator's `Validator` creates it. */
interface Executor {
  /** What asynchronous rules have returned so far. */
  readonly awaitingPromises: readonly Promise<unknown>[];
  execute(instance: object, schema: undefined, errors: ValidatorError[]): void;
  stripEmptyErrors(errors: ValidatorError[]): ValidatorError[];
}

interface Internals {
  readonly ValidationExecutor: new (validator: unknown, options: object) => Executor;
  readonly Validator: unknown;
}

/** What a class of the application does not say is allowed, as long as its schema allows it. */
const OPTIONS = { forbidUnknownValues: false };
/** The package lists no exports, so its modules can be imported one by one. */
const FOLDER = 'class-validator/cjs/validation';

/**
 * What runs the rules of an instance. `validate` of class-validator forgets the promises of asynchronous
 * rules once a rule throws: when one of them rejects then, the process ends. A client can have both, with
 * "\ud800" as an email and "\u0000" for a rule that asks Postgres.
 *
 * @param mainClass `Validator` of the main module: what is imported here must be of the same copy.
 */
export async function loadRunner(
  mainClass: unknown,
  validatorOf: () => { validate(instance: object, options: object): ReturnType<Run> },
): Promise<Run> {
  const internals = await loadInternals();
  if (internals?.Validator !== mainClass || internals === undefined) {
    return (instance) => validatorOf().validate(instance, OPTIONS);
  }
  const { ValidationExecutor } = internals;
  return (instance) => run(new ValidationExecutor(validatorOf(), OPTIONS), instance);
}

async function run(executor: Executor, instance: object): ReturnType<Run> {
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
async function loadInternals(): Promise<Internals | undefined> {
  try {
    const [executor, validator] = (await Promise.all([
      import(`${FOLDER}/ValidationExecutor.js`),
      import(`${FOLDER}/Validator.js`),
    ])) as [Pick<Internals, 'ValidationExecutor'>, Pick<Internals, 'Validator'>];
    return { ...executor, ...validator };
  } catch {
    return undefined;
  }
}
