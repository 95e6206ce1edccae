import { STATUSES, UNKNOWN_ARGUMENTS } from '../../routes/declaration/route-declaration.js';
import { VALUE_MEANINGS } from '../../routes/definition/value-reading.js';
import type { RestModuleOptions } from './rest-options.js';
import { rejectOption } from './option-values.js';

/** The options that a style sets. */
type Habit =
  | 'batch'
  | 'checks'
  | 'discovery'
  | 'errors'
  | 'globalParameters'
  | 'headers'
  | 'methodNotAllowed'
  | 'methodOverride'
  | 'statuses'
  | 'unknownArguments'
  | 'values';

/** The words of `forRoot({ style })`. */
type RestStyle = NonNullable<RestModuleOptions['style']>;

const DEFAULT_STYLE: RestStyle = 'wordpress';

/** Each style is the defaults of options, and nothing else. */
const STYLES = {
  wordpress: {
    errors: 'wordpress',
    headers: 'wordpress',
    statuses: 'rest',
    checks: 'wordpress',
    unknownArguments: 'ignore',
    methodNotAllowed: false,
    methodOverride: true,
    globalParameters: 'wordpress',
    discovery: true,
    batch: false,
    values: 'wordpress',
  },
  nest: {
    errors: 'nest',
    headers: 'neutral',
    statuses: 'nest',
    checks: 'nest',
    unknownArguments: 'refuse',
    methodNotAllowed: true,
    methodOverride: false,
    globalParameters: [],
    discovery: false,
    batch: false,
    values: 'typed',
  },
} as const satisfies Readonly<
  Record<RestStyle, Readonly<Required<Pick<RestModuleOptions, Habit>>>>
>;

/** An option that may be stated, or else has the value of the style. */
export type Styled<Name extends keyof RestModuleOptions> = Pick<RestModuleOptions, Name | 'style'>;

/** The options that are one of several words. The first is the default, unless a style has another one. */
const CHOICES = {
  style: [DEFAULT_STYLE, 'nest'],
  unknownArguments: UNKNOWN_ARGUMENTS,
  responses: ['returned', 'declared'],
  values: VALUE_MEANINGS,
  headers: ['wordpress', 'neutral'],
  statuses: STATUSES,
  checks: ['wordpress', 'nest'],
  notFound: ['rest', 'nest'],
} as const;

/**
 * The value of an option whose words are in `CHOICES`.
 *
 * @throws InvalidArgumentException on any other value, because a misspelt option must not allow a request or send a
 * property.
 */
export function choiceOf<Name extends keyof typeof CHOICES>(
  options: Styled<Name>,
  name: Name,
): (typeof CHOICES)[Name][number] {
  const choices: readonly (typeof CHOICES)[Name][number][] = CHOICES[name];
  const stated: unknown = isHabit(name) ? habit(options, name) : options[name];
  const choice = stated === undefined ? choices[0] : choices.find((one) => one === stated);
  const expected = choices.map((one) => `'${one}'`).join(' or ');
  return choice ?? rejectOption(name, expected, stated);
}

function isHabit<Name extends keyof RestModuleOptions>(name: Name): name is Extract<Name, Habit> {
  return Object.hasOwn(STYLES.wordpress, name);
}

/**
 * The value of an option that a style sets, as it is stated or as the style has it.
 *
 * @throws InvalidArgumentException if the style is unknown.
 */
export function habit<Name extends Habit>(
  options: Styled<Name>,
  name: Name,
): NonNullable<RestModuleOptions[Name]> {
  const stated: RestModuleOptions[Name] | undefined = options[name];
  const byStyle: NonNullable<RestModuleOptions[Name]> = STYLES[choiceOf(options, 'style')][name];
  return stated ?? byStyle;
}

/**
 * Whether an option that a style sets is on.
 *
 * @throws InvalidArgumentException if it is neither `true` nor `false`.
 */
export function isOn(
  options: Styled<'methodOverride' | 'methodNotAllowed'>,
  name: 'methodOverride' | 'methodNotAllowed',
): boolean {
  const stated: unknown = habit(options, name);
  return typeof stated === 'boolean' ? stated : rejectOption(name, 'true or false', stated);
}
