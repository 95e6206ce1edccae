import type { CheckedArgument } from '../../model/checked/checked-parameter.js';
import type { Finding, RouteRule, RouteSubject } from '../rule.js';
import { argumentNamed, hasUncheckedParameters } from './route-arguments.js';

/** A placeholder has a parameter, which is required and of a type that a path can carry. */
export const placeholderRule: RouteRule = (subject) =>
  subject.placeholders.flatMap((name) => checkPlaceholder(name, subject));

function checkPlaceholder(name: string, subject: RouteSubject): readonly Finding[] {
  const parameter = argumentNamed(subject, name);
  if (parameter !== undefined) return checkParameterOf(name, parameter);
  if (hasUncheckedParameters(subject)) return [];
  const part = { kind: 'placeholder', name } as const;
  return [{ code: 'RR1003', part, expected: `a parameter named ${name}`, received: 'none' }];
}

function checkParameterOf(name: string, parameter: CheckedArgument): readonly Finding[] {
  const { schema, index } = parameter;
  const part = { kind: 'placeholder', name, parameterIndex: index } as const;
  if (schema.required !== true) {
    const received = 'an optional one';
    return [{ code: 'RR1004', part, expected: 'a required parameter', received }];
  }
  if (isCarriedByPath(parameter)) return [];
  const received = parameter.file === undefined ? [schema.type].flat().join(' | ') : 'a file';
  return [{ code: 'RR1005', part, expected: 'int, string or an enum', received }];
}

function isCarriedByPath({ schema, hydrations, file }: CheckedArgument): boolean {
  if (file !== undefined) return false;
  if (schema.type === 'integer') return true;
  if (typeof schema.type !== 'string') return false;
  return schema.enum !== undefined || (schema.type === 'string' && hydrations.length === 0);
}
