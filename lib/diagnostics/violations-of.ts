import type { FoundViolation } from './diagnostic.js';
import { quotedName } from '../shared/quoted-name.js';
import { validatorStorage } from './internals.js';

/** The number of errors that a response lists: a client can send any number of invalid values. */
export const LISTED_ERRORS = 50;

/** The first errors, and the number of all of them. */
export interface ListedErrors<Found> {
  readonly listed: readonly Found[];
  readonly total: number;
}

export function listErrors<Found>(all: readonly Found[]): ListedErrors<Found> {
  return { listed: all.slice(0, LISTED_ERRORS), total: all.length };
}

/** `data.total` of an error, if it does not list all of its errors. */
export function totalIn(total: number): { readonly total?: number } {
  return total > LISTED_ERRORS ? { total } : {};
}

/** The names of the errors that are listed, for a sentence: `a, b, and 3,950 more`. */
export function namesOf(names: readonly string[], total: number): string {
  const rest = moreThanListed(total);
  return rest === undefined ? names.join(', ') : `${names.join(', ')}, and ${rest} more`;
}

/** The number of errors that are not listed, as a text; `undefined` if there are none. */
export function moreThanListed(total: unknown): string | undefined {
  return typeof total === 'number' && total > LISTED_ERRORS
    ? (total - LISTED_ERRORS).toLocaleString('en-US')
    : undefined;
}

/** The prefix for an element of a list; the path before it already ends with the property. */
const ELEMENT = 'each value in nested property ';

/** The beginnings of messages of class-validator before the property. */
const OPENINGS = [ELEMENT, 'nested property ', 'each value in '] as const;

const FORBIDDEN = { opening: 'property ', ending: ' should not exist' } as const;

/**
 * Reads the `message` of the exception of Nest's validation pipe: a list of texts, texts by property (`errorFormat:
 * 'grouped'`), or the errors of class-validator themselves (`exceptionFactory`). `undefined` for anything else.
 */
export function violationsOf(message: unknown): ListedErrors<FoundViolation> | undefined {
  if (isGrouped(message)) return listErrors(fromGroups(message));
  if (!Array.isArray(message) || message.length === 0) return undefined;
  const list: readonly unknown[] = message;
  if (list.every(isValidationError)) return flattenErrors(list);
  return isTexts(list) ? fromTexts(list) : undefined;
}

function isGrouped(message: unknown): message is Readonly<Record<string, readonly string[]>> {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return false;
  const groups: readonly unknown[] = Object.values(message);
  return groups.length > 0 && groups.every(isTexts);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

/** The property name of the sentence that Nest adds if it omits further errors. */
const OMITTED = '...';

function fromGroups(
  groups: Readonly<Record<string, readonly string[]>>,
): readonly FoundViolation[] {
  return Object.entries(groups).flatMap(([name, messages]) =>
    messages.map((message) => ({ name: name === OMITTED ? undefined : name, message })),
  );
}

/** A text names a property if class-validator has a rule for its first word. */
function fromTexts(messages: readonly string[]): ListedErrors<FoundViolation> {
  const { listed, total } = listErrors(messages);
  const places = listed.map((message) => ({ message, ...namedPlace(message) }));
  const known = knownProperties(new Set(places.flatMap(({ properties }) => properties)));
  const found = places.map(({ message, path, properties }) => ({
    name: properties.every((property) => known.has(property)) ? path : undefined,
    message,
  }));
  return { listed: found, total };
}

/**
 * The names for which class-validator has a rule, on any class. Reads each rule once without a cache: rules may be
 * added at any time.
 */
function knownProperties(names: ReadonlySet<string>): ReadonlySet<string> {
  const known = new Set<string>();
  const storage = validatorStorage() as
    | { readonly validationMetadatas?: Map<unknown, readonly { readonly propertyName: string }[]> }
    | undefined;
  const rules = storage?.validationMetadatas;
  if (!(rules instanceof Map)) return known;
  for (const ofClass of rules.values()) {
    for (const { propertyName } of ofClass) {
      if (names.has(propertyName)) known.add(propertyName);
    }
    if (known.size === names.size) break;
  }
  return known;
}

/** A message of nestjs-i18n that no one has translated: its key, then JSON with the value that was sent. */
const UNTRANSLATED = /^([^|]+)\|\{(?:".*)?\}$/s;

/** A text for clients: of a message of nestjs-i18n without a translation, the key. */
export function clientText(message: string): string {
  return UNTRANSLATED.exec(message)?.[1] ?? message;
}

/** An error of class-validator, as far as it matters here. It also has the object and the value. */
export interface ValidationError {
  readonly property: string;
  readonly constraints?: Readonly<Record<string, string>>;
  readonly children?: readonly ValidationError[];
  readonly value?: unknown;
  /** The object that has the property. */
  readonly target?: unknown;
}

/** Such an error for the `exceptionFactory` of a ValidationPipe, as far as the library knows it. */
export interface PropertyError {
  readonly property: string;
  readonly constraints?: Record<string, string>;
  readonly children: PropertyError[];
}

/** Makes the exception of rejected values. */
export type ExceptionFactory = (errors: PropertyError[]) => unknown;

/** How errors are named and worded. */
interface ErrorWords {
  /** The name of a value; that of a nested one from the outer one. */
  readonly nameOf: (error: ValidationError, outer?: string, parent?: ValidationError) => string;
  readonly textOf: (text: string, error: ValidationError) => string;
}

const AS_WRITTEN: ErrorWords = {
  nameOf: ({ property }, outer) => (outer === undefined ? property : `${outer}.${property}`),
  textOf: (text) => text,
};

/** The texts of errors and of nested errors. Not recursive: the client decides how deep errors go. */
export function flattenErrors(
  errors: readonly ValidationError[],
  { nameOf, textOf }: ErrorWords = AS_WRITTEN,
): ListedErrors<FoundViolation> {
  const found: FoundViolation[] = [];
  let total = 0;
  const pending = errors
    .map(withQuotedName)
    .map((error) => ({ error, name: nameOf(error) }))
    .reverse();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { error, name } = next;
    for (const [rule, text] of Object.entries(error.constraints ?? {})) {
      if (typeof text === 'string' && total++ < LISTED_ERRORS)
        found.push({ name, message: textOf(text, error), rule });
    }
    const children = (error.children ?? []).filter(isValidationError).map(withQuotedName);
    for (const child of children.toReversed()) {
      pending.push({ error: child, name: nameOf(child, name, error) });
    }
  }
  return { listed: found, total };
}

/** A client chooses the names of properties that are forbidden. */
function withQuotedName(error: ValidationError): ValidationError {
  const { property, constraints = {} } = error;
  const quoted = quotedName(property);
  if (quoted === property) return error;
  const texts = Object.entries(constraints).map(([rule, text]) => [
    rule,
    String(text).replaceAll(property, quoted),
  ]);
  return { ...error, property: quoted, constraints: Object.fromEntries(texts) };
}

function isValidationError(value: unknown): value is ValidationError {
  if (typeof value !== 'object' || value === null) return false;
  const { property, constraints, children } = value as Partial<Record<string, unknown>>;
  const hasTexts = typeof constraints === 'object' && constraints !== null;
  return typeof property === 'string' && (hasTexts || Array.isArray(children));
}

/**
 * The property that a message of class-validator seems to begin with. Nest writes the path to the object in front of
 * the whole message: `author.each value in tags must be a string`.
 */
export function namedPlace(message: string): {
  /** `author.name`, `lines.0.sku` */
  readonly path: string;
  /** The names that must be properties for this reading to be valid, without indices. */
  readonly properties: readonly string[];
} {
  const parents = message.slice(0, firstWord(message).lastIndexOf('.') + 1);
  const own = message.slice(parents.length);
  const forbidden = forbiddenProperty(own);
  const name = forbidden ?? propertyOf(own);
  const above = parents.split('.').slice(0, -1);
  const properties = above.filter(isProperty);
  if (above.length > 0 && own.startsWith(ELEMENT)) return { path: above.join('.'), properties };
  return {
    path: [...above, name].join('.'),
    // No class has a rule for a property that is forbidden.
    properties: forbidden === undefined ? [...properties, name] : properties,
  };
}

function propertyOf(message: string): string {
  const opening = OPENINGS.find((one) => message.startsWith(one)) ?? '';
  return firstWord(message.slice(opening.length));
}

/** The property that `forbidNonWhitelisted` reports, whose name the client has chosen. */
function forbiddenProperty(message: string): string | undefined {
  const { opening, ending } = FORBIDDEN;
  const isForbidden = message.startsWith(opening) && message.endsWith(ending);
  const isLongEnough = message.length > opening.length + ending.length;
  return isForbidden && isLongEnough ? message.slice(opening.length, -ending.length) : undefined;
}

function firstWord(text: string): string {
  const end = text.indexOf(' ');
  return end === -1 ? text : text.slice(0, end);
}

function isProperty(segment: string): boolean {
  return !/^\d+$/.test(segment);
}
