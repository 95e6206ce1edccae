import { statedReturn, type RestRouteOptions } from '../../routes/declaration/route-declaration.js';
import { argumentsOf } from '../../routes/definition/parameter-definition.js';
import type { IdempotencyDescription } from '../../routes/route.js';
import {
  optionFinding,
  type Finding,
  type RouteOption,
  type RouteRule,
  type RouteSubject,
} from '../../routes/rule.js';
import { isObject } from '../../shared/records.js';
import { parseDuration } from '../../types/duration.js';
import type { DeclaredType } from '../../types/type.js';

const DAY_MS = 86_400_000;

/** `undefined` if requests with the same key are executed each time. */
export function idempotencyOf({
  idempotent,
}: Pick<RestRouteOptions, 'idempotent'>): IdempotencyDescription | undefined {
  if (idempotent === undefined || idempotent === false) return undefined;
  const { ttl, required = false } = idempotent === true ? {} : idempotent;
  return { ttl: parseDuration(ttl) ?? DAY_MS, required };
}

/** The response of a route can be stored, and its arguments can be compared. */
const idempotentRule: RouteRule = (subject) => {
  const { idempotent } = subject.route.options;
  if (idempotent === undefined || idempotent === false) return [];
  const wrong = wrongValue(idempotent);
  if (wrong !== undefined) return [optionFinding('RR1038', wrong, JSON.stringify(idempotent))];
  const obstacle = obstacleOf(subject);
  return obstacle === undefined ? [] : [obstacle];
};

/** Plain JavaScript may state anything. */
function wrongValue(stated: unknown): string | undefined {
  if (stated === true) return undefined;
  const names = isObject(stated) ? Object.keys(stated) : ['other'];
  if (!isObject(stated) || names.some((name) => name !== 'ttl' && name !== 'required')) {
    return "idempotent: true or { ttl: '24h', required: true }";
  }
  const { ttl, required }: { readonly ttl?: unknown; readonly required?: unknown } = stated;
  const duration = ttl === undefined ? DAY_MS : parseDuration(ttl);
  if (duration === undefined || duration === 0) {
    return 'ttl as a duration with a unit, more than zero, at most a year';
  }
  const isFlag = required === undefined || typeof required === 'boolean';
  return isFlag ? undefined : 'required as true or false';
}

function obstacleOf({ route, parameters, readers }: RouteSubject): Finding | undefined {
  const { methods, methodName } = route;
  if (methods.includes('GET')) {
    return optionFinding('RR1079', 'POST, PUT, PATCH or DELETE', methods.join(', '));
  }
  if (readers.respondsItself?.(methodName) === true) {
    return optionFinding('RR1079', 'a method that returns its response', '@Res()');
  }
  const { tool } = route.options;
  if (tool !== undefined && tool !== false && idempotencyOf(route.options)?.required === true) {
    return optionFinding('RR1079', 'required: false for a tool, which sends no header', 'required');
  }
  const stream = streamIn(statedReturn(route));
  if (stream !== undefined) return optionFinding('RR1079', 'a response of data', stream);
  const file = argumentsOf(parameters).find((one) => one.file !== undefined);
  return file && optionFinding('RR1079', 'arguments without files', `the file ${file.name}`);
}

const STREAMS: ReadonlySet<string> = new Set(['EventStream', 'StreamableFile']);

function streamIn(type: DeclaredType | undefined): string | undefined {
  if (type?.kind === 'union') return type.options.map(streamIn).find((text) => text !== undefined);
  if (type?.iterated === true) return 'an asynchronous iterable';
  return type?.kind === 'opaque' && STREAMS.has(type.text) ? type.text : undefined;
}

/** `idempotent` of `@RestRoute`. */
export const idempotentOption: RouteOption = {
  name: 'idempotent',
  rule: idempotentRule,
  readsReturn: (idempotent) => idempotent !== undefined && idempotent !== false,
  describe: ({ options }) => {
    const idempotent = idempotencyOf(options);
    return idempotent === undefined ? {} : { idempotent };
  },
};
