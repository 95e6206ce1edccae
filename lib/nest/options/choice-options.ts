import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import type { Responses } from '../../routes/declaration/route-declaration.js';
import { replyOfError, replyOfProblem, type MakeError } from '../../lifecycle/responses/reply.js';
import type { UnknownArguments } from '../../lifecycle/steps/validate.step.js';
import type { RestModuleOptions } from './rest-options.js';

/**
 * What becomes of parameters that no argument takes.
 *
 * @throws InvalidArgumentException on any other value: a misspelt one must not let parameters pass.
 */
export function unknownArgumentsOf({
  unknownArguments = 'ignore',
}: RestModuleOptions): UnknownArguments {
  return choiceOf('unknownArguments', unknownArguments, ['ignore', 'refuse']);
}

/**
 * Whether headers have the names that APIs other than WordPress's use.
 *
 * @throws InvalidArgumentException on any other value than `wordpress` and `neutral`.
 */
export function hasNeutralHeaders({ headers = 'wordpress' }: RestModuleOptions): boolean {
  return choiceOf('headers', headers, ['wordpress', 'neutral']) === 'neutral';
}

/**
 * What leaves of the results of routes that state nothing themselves.
 *
 * @throws InvalidArgumentException on any other value: a misspelt one must not let properties leave.
 */
export function responsesOf({ responses = 'returned' }: RestModuleOptions): Responses {
  return choiceOf('responses', responses, ['returned', 'declared']);
}

/**
 * Makes the responses of errors in the shape that the application has chosen.
 *
 * @throws InvalidArgumentException on any other value than `wordpress` and `problem`.
 */
export function makeErrorOf({
  errors = 'wordpress',
}: Pick<RestModuleOptions, 'errors'>): MakeError {
  const shape = choiceOf('errors', errors, ['wordpress', 'problem']);
  return shape === 'problem' ? replyOfProblem : replyOfError;
}

/**
 * The names of the headers of a page of a list.
 *
 * @throws InvalidArgumentException where `headers` is unknown.
 */
export function pageHeadersOf(options: RestModuleOptions): readonly string[] {
  return hasNeutralHeaders(options) ? NEUTRAL_PAGE_HEADERS : PAGE_HEADERS;
}

function choiceOf<Choice extends string>(
  name: string,
  value: Choice,
  choices: readonly [Choice, Choice],
): Choice {
  if (choices.includes(value)) return value;
  const expected = choices.map((choice) => `'${choice}'`).join(' or ');
  throw new InvalidArgumentException(
    `RestModule: ${name} is ${expected}, not ${JSON.stringify(value)}.`,
  );
}

/** The headers of a page of a list, in lower case. */
const PAGE_HEADERS: readonly string[] = ['x-wp-total', 'x-wp-totalpages', 'link'];

/** Those of `forRoot({ headers: 'neutral' })`. */
const NEUTRAL_PAGE_HEADERS: readonly string[] = ['x-total-count', 'link'];
