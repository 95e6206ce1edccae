import type { CheckedArgument } from '../../model/checked/checked-parameter.js';
import type { Finding, RouteRule, RouteSubject } from '../rule.js';
import { argumentNamed, hasUncheckedParameters } from './route-arguments.js';

/** A permission callback takes only arguments that its route has, with the same types. */
export const callbackArgumentRule: RouteRule = (subject) => {
  const { permission } = subject.route;
  if (permission?.kind !== 'callback' || !permission.isStatic) return [];
  return subject.callbackParameters.flatMap((parameter) =>
    parameter.kind === 'argument' ? compare(parameter, subject) : [],
  );
};

function compare(wanted: CheckedArgument, subject: RouteSubject): readonly Finding[] {
  const given = argumentNamed(subject, wanted.name);
  const { name, index } = wanted;
  const part = { kind: 'callback-argument', name, index } as const;
  if (given === undefined) {
    if (hasUncheckedParameters(subject)) return [];
    const expected = `an argument ${name} of the route`;
    return [{ code: 'RR1010', part, expected, received: 'none' }];
  }
  const expected = typeText(given);
  const received = typeText(wanted);
  return expected === received ? [] : [{ code: 'RR1011', part, expected, received }];
}

/** Limits may differ: those of the route hold. */
function typeText({ schema }: CheckedArgument): string {
  const type = [schema.type].flat().join(' | ');
  const values = schema.enum === undefined ? '' : ` of ${JSON.stringify(schema.enum)}`;
  const items = schema.items === undefined ? '' : ` of ${JSON.stringify(schema.items)}`;
  return `${type}${values}${items}`;
}
