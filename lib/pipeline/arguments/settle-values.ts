import type { RestException } from '../../diagnostics/rest.exception.js';
import type { ArgumentDefinition } from '../../model/definition/argument-definition.js';
import { PendingValue, violationOf } from '../../model/definition/standard-validator.js';
import type { StandardIssue } from '../../model/types/standard-schema.js';
import { invalidArguments } from './invalid-arguments.js';

/** An argument that its asynchronous schema rejected. */
export interface RejectedValue {
  readonly position: number;
  readonly issues: readonly StandardIssue[];
}

/** The values of arguments, with nothing pending among them. */
export interface SettledValues {
  readonly values: readonly unknown[];
  readonly rejected: readonly RejectedValue[];
}

/** Whether an asynchronous schema has not validated a value yet. */
export function isPending(value: unknown): value is PendingValue {
  return value instanceof PendingValue;
}

/** Waits for pending values only: an argument is passed unchanged, even if it has a method `then`. */
export async function settleValues(pending: readonly unknown[]): Promise<SettledValues> {
  const values = [...pending];
  const rejected: RejectedValue[] = [];
  for (const [position, value] of pending.entries()) {
    if (!isPending(value)) continue;
    const result = await value.result;
    if (result.issues === undefined) values[position] = result.value;
    else rejected.push({ position, issues: result.issues });
  }
  return { values, rejected };
}

/** `rest_invalid_param` for the values that asynchronous schemas rejected. */
export function rejectionOf(
  rejected: readonly RejectedValue[],
  definitions: readonly Pick<ArgumentDefinition, 'name'>[],
): RestException {
  return invalidArguments(
    rejected.flatMap(({ position, issues }) => {
      const name = definitions[position]?.name;
      return name === undefined ? [] : [{ name, ...violationOf(issues, name) }];
    }),
  );
}
