import type { ArgumentDefinition } from '../../model/definition/argument-definition.js';
import { INVALID } from '../../schema/compile-schema.js';
import type { Parameters } from '../../model/request/request-parameters.js';

/** The sources of a request's arguments. */
export interface ArgumentSources {
  readonly params: Readonly<Record<string, string>>;
  readonly body: Parameters;
  readonly query: Parameters;
  /** Each an `UploadedFile`, by their PHP names; `undefined` where there are none. */
  readonly files?: Parameters | undefined;
}

/** The value of a required argument that no source has. */
export const MISSING: unique symbol = Symbol('missing');

/**
 * The typed value of an argument: body before query before default; a placeholder only from the path.
 * `undefined` leaves the method's own default in force; `INVALID` and `MISSING` reject.
 *
 * As in WordPress, every source that has the argument must have a valid value. A null in a body is no value:
 * it must be allowed, but the next source is used.
 */
export function bindArgument(argument: ArgumentDefinition, sources: ArgumentSources): unknown {
  const { name, validator } = argument;
  if (argument.isFromPath) return validator.parse(sources.params[name]);
  if (argument.file !== undefined) return bindFile(argument, sources);
  const inBody = ownValue(sources.body, name);
  const inQuery = ownValue(sources.query, name);
  const raw = inBody ?? inQuery;
  if (raw === undefined || raw === null) return bindAbsent(argument, inBody === null);
  if (inBody !== undefined && inQuery !== undefined) {
    const other: unknown = validator.parse(raw === inBody ? inQuery : inBody);
    if (other === INVALID) return INVALID;
  }
  return validator.parse(raw);
}

/** The raw value that `bindArgument` rejected. */
export function rejectedValue(argument: ArgumentDefinition, sources: ArgumentSources): unknown {
  const { name, validator } = argument;
  if (argument.isFromPath) return sources.params[name];
  if (argument.file !== undefined) return sentFile(name, sources);
  const inBody = ownValue(sources.body, name);
  const isBodyRejected = inBody !== undefined && validator.parse(inBody) === INVALID;
  return isBodyRejected ? inBody : ownValue(sources.query, name);
}

function bindAbsent(argument: ArgumentDefinition, isNull: boolean): unknown {
  if (argument.schema.required === true) return MISSING;
  const parsed: unknown = isNull ? argument.validator.parse(null) : undefined;
  if (parsed === INVALID) return INVALID;
  return argument.fallback === undefined ? parsed : argument.fallback();
}

/** As in WordPress, a field that is not a file has nothing to do with a file of the same name. */
function bindFile(argument: ArgumentDefinition, sources: ArgumentSources): unknown {
  const sent = sentFile(argument.name, sources);
  if (sent !== undefined) return argument.validator.parse(sent);
  if (argument.schema.required === true) return MISSING;
  return argument.fallback?.();
}

function sentFile(name: string, { files }: ArgumentSources): unknown {
  return files === undefined ? undefined : ownValue(files, name);
}

/** Reads own properties only: a source comes from outside and may have a prototype. */
function ownValue(source: Parameters, name: string): unknown {
  return Object.hasOwn(source, name) ? source[name] : undefined;
}
