import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import { closestName } from '../../shared/closest-name.js';
import { isObject } from '../../shared/records.js';
import type { DiscoveryOptions, RestHooks } from './option-groups.js';
import type { RestModuleOptions } from './rest-options.js';

/** An option is a value, or a group of options with these names. */
type KnownOption = true | Readonly<Record<string, true>>;

/** The options that something reads, by name. */
export type KnownOptions = Readonly<Partial<Record<keyof RestModuleOptions, KnownOption>>>;

/** The names of a group of options: each of its type, so that none is forgotten. */
export type NamesOf<Group> = Readonly<Record<keyof Group, true>>;

const DISCOVERY: NamesOf<DiscoveryOptions> = {
  name: true,
  description: true,
  url: true,
  path: true,
};

const HOOKS: NamesOf<RestHooks> = {
  onMatched: true,
  onDenied: true,
  onInvalid: true,
  onCached: true,
  onFailed: true,
  onResponse: true,
};

/** The options that the core reads. Features name their own. */
const CORE: KnownOptions = {
  style: true,
  namespace: true,
  prefix: true,
  debug: true,
  user: true,
  can: true,
  roles: true,
  discovery: DISCOVERY,
  hooks: HOOKS,
  securitySchemes: true,
  challenge: true,
  protectiveHeaders: true,
  unknownArguments: true,
  globalParameters: true,
  methodNotAllowed: true,
  values: true,
  lists: true,
  timeZone: true,
  headers: true,
  statuses: true,
  checks: true,
  errors: true,
  notFound: true,
  signatures: true,
  shutdownTimeout: true,
  serverTiming: true,
};

/**
 * Rejects options that nothing reads: a misspelt name would silently have no effect.
 *
 * @param ofFeatures The options that features read.
 * @throws InvalidArgumentException that names the option, and the one that was probably meant.
 */
export function checkNames(options: object, ofFeatures: readonly KnownOptions[]): void {
  const known: Readonly<Record<string, KnownOption>> = Object.assign({}, CORE, ...ofFeatures);
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const option = Object.hasOwn(known, name) ? known[name] : undefined;
    if (option === undefined) rejectName('', name, Object.keys(known));
    if (option === true || !isObject(value) || Array.isArray(value)) continue;
    for (const key of Object.keys(value)) {
      if (!Object.hasOwn(option, key)) rejectName(`${name}.`, key, Object.keys(option));
    }
  }
}

function rejectName(group: string, name: string, known: readonly string[]): never {
  const meant = closestName(name, known);
  const help =
    meant === undefined
      ? `The options are ${known.toSorted().join(', ')}.`
      : `Did you mean ${group}${meant}?`;
  throw new InvalidArgumentException(`RestModule: there is no option ${group}${name}. ${help}`);
}
