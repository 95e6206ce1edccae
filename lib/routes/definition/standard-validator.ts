import { INVALID, type Validator } from '../../schema/schema.js';
import { isSentence } from '../../diagnostics/http-error-catalogue.js';
import type { Violation } from '../../schema/messages.js';
import { isThenable } from '../../shared/promises.js';
import type { StandardIssue, StandardResult, StandardSchema } from '../../types/standard-schema.js';

/** The maximum of issues of one argument in an error: a long list can have one for each element. */
const MAX_ISSUES = 10;

/** A value that an asynchronous schema has not validated yet. */
export class PendingValue {
  readonly result: Promise<StandardResult>;

  constructor(result: PromiseLike<StandardResult>) {
    this.result = Promise.resolve(result);
    // A value that another source replaces is never awaited; its rejection must not end the process.
    this.result.catch(() => undefined);
  }
}

/**
 * `parse` returns a `PendingValue` if the schema validates asynchronously, and passes on its exceptions: an error in
 * its code is not an error of the request.
 */
export function standardValidator(schema: StandardSchema): Validator {
  const standard = schema['~standard'];
  return {
    parse: (value) => {
      const result = standard.validate(value);
      if (isThenable(result)) return new PendingValue(result);
      return result.issues === undefined ? result.value : INVALID;
    },
    explain: (value, name) => {
      const result = standard.validate(value);
      if (!isThenable(result)) return violationOf(result.issues ?? [], name);
      void new PendingValue(result);
      return violationOf([], name);
    },
  };
}

export function violationOf(issues: readonly StandardIssue[], name: string): Violation {
  const texts = issues.slice(0, MAX_ISSUES).map((issue) => issueText(issue, name));
  const rest = issues.length - texts.length;
  const more = rest > 0 ? [`${rest} more.`] : [];
  const message = texts.length === 0 ? `${name} is invalid.` : [...texts, ...more].join(' ');
  return { code: 'rest_invalid_param', message };
}

function issueText({ message, path = [] }: StandardIssue, name: string): string {
  if (path.length === 0 && isSentence(message)) return message;
  const place = path.reduce<string>((text, segment) => text + keyText(keyOf(segment)), name);
  return `${place}: ${message}${message.endsWith('.') ? '' : '.'}`;
}

function keyOf(segment: PropertyKey | { readonly key: PropertyKey }): PropertyKey {
  return typeof segment === 'object' ? segment.key : segment;
}

function keyText(key: PropertyKey): string {
  return typeof key === 'number' ? `[${key}]` : `.${String(key)}`;
}
