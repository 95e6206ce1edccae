import { argumentsOf, type CheckedArgument } from '../../model/checked/checked-parameter.js';
import type { CallbackRule, Finding, RouteSubject } from '../rule.js';
import { argumentNamed, hasUncheckedParameters } from './route-arguments.js';

/** A permission callback takes only arguments that its route has, with the same types. */
export const callbackArgumentRule: CallbackRule = (subject) => {
  if (!subject.callback.isStatic) return [];
  return argumentsOf(subject.callbackParameters).flatMap((wanted) => compare(wanted, subject));
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

/** The keywords that make the type; limits may differ: those of the route hold. */
const TYPE_KEYWORDS = [
  'enum',
  'items',
  'properties',
  'additionalProperties',
  'patternProperties',
  'anyOf',
  'oneOf',
] as const;

function typeText({ schema, file }: CheckedArgument): string {
  if (file !== undefined) return file.isList ? 'UploadedFile[]' : 'UploadedFile';
  const type = [schema.type ?? 'any'].flat().join(' | ');
  const parts = TYPE_KEYWORDS.filter((keyword) => schema[keyword] !== undefined);
  return [type, ...parts.map((keyword) => partText(keyword, schema[keyword]))].join(' ');
}

function partText(keyword: (typeof TYPE_KEYWORDS)[number], value: unknown): string {
  return keyword === 'enum' || keyword === 'items'
    ? `of ${JSON.stringify(value)}`
    : `with ${keyword} ${JSON.stringify(value)}`;
}
