import { argumentsOf, type CheckedArgument } from '../../model/checked/checked-parameter.js';
import { compileMatch, matchDiagnostic } from '../../model/paths/match/match-pattern.js';
import { isWholeSegment } from '../../model/paths/path-template.js';
import type { ParameterOwner } from '../../diagnostics/location.js';
import type { CallbackRule, Finding, RouteRule } from '../rule.js';

/**
 * A `match` belongs to a placeholder that is a string and fills its segment, its pattern is valid, and only
 * one placeholder of a path spans slashes: two would leave open where the first ends.
 */
export const matchRule: RouteRule = ({ parameters, route, controller }) => {
  const path = controller.base + route.path;
  const own = argumentsOf(parameters).filter(hasMatch);
  const findings = own.flatMap((argument) => checkMatch(argument, path));
  return [
    ...findings,
    ...(findings.length === 0 ? own.filter(spansSlashes).slice(1).map(secondSpan) : []),
  ];
};

/** A `match` stands on the parameter of the route, not on that of a callback. */
export const callbackMatchRule: CallbackRule = ({ callbackParameters }) => {
  const expected = 'a match on the parameter of the route';
  return argumentsOf(callbackParameters)
    .filter(hasMatch)
    .map((argument) => matchFinding(argument, expected, 'one on the callback', 'callback'));
};

type ArgumentWithMatch = CheckedArgument & { readonly match: string };

function hasMatch(argument: CheckedArgument): argument is ArgumentWithMatch {
  return argument.match !== undefined;
}

function checkMatch(argument: ArgumentWithMatch, path: string): readonly Finding[] {
  const { name, schema, hydrations, match } = argument;
  if (!path.includes(`{${name}}`)) {
    return [matchFinding(argument, 'a placeholder of the path', `the argument ${name}`)];
  }
  if (schema.type !== 'string' || schema.enum !== undefined || hydrations.length > 0) {
    const received = schema.enum === undefined ? [schema.type].flat().join(' | ') : 'an enum';
    return [matchFinding(argument, 'a placeholder of type string', received)];
  }
  if (!isWholeSegment(path, name)) {
    return [matchFinding(argument, `{${name}} as the whole of a segment`, `"${path}"`)];
  }
  const wrong = matchDiagnostic(match);
  return wrong === undefined ? [] : [matchFinding(argument, wrong.expected, wrong.received)];
}

function spansSlashes({ match }: ArgumentWithMatch): boolean {
  return compileMatch(match).spansSlashes;
}

function secondSpan(argument: ArgumentWithMatch): Finding {
  const expected = 'one placeholder of the path whose pattern can match a slash';
  return matchFinding(argument, expected, 'another one');
}

function matchFinding(
  { index, name }: CheckedArgument,
  expected: string,
  received: string,
  owner: ParameterOwner = 'route',
): Finding {
  const part = { kind: 'parameter', owner, index, name, aspect: '@Param' } as const;
  return { code: 'RR1030', part, expected, received };
}
