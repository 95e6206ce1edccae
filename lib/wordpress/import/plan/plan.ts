import { HTTP_METHODS, isHttpMethod } from '../../../routes/declaration/route-declaration.js';
import {
  isPathTemplate,
  placeholdersOf,
  isWholeSegment,
} from '../../../routes/paths/path-pattern.js';
import type { IndexedEndpoint, IndexedRoute, Placeholder, RoutePart } from '../../api-index.js';
import { compileMatch, matchDiagnostic } from '../../../routes/paths/match-pattern.js';
import type { ArgumentSchema, JsonValue } from '../../../schema/vocabulary.js';
import { importedSchema, type PlanNotes } from './imported-schema.js';
import type { PlannedPlaceholder, PlannedRoute } from './planned-route.js';

const DIGITS = /^\(*(?:\?:)?(?:\\d|\[\\d\]|\[0-9\])\+\)*$/;

const ANY_SEGMENT = '[^/]+';

const KEYWORDS_OF_TEXTS = ['pattern', 'minLength', 'maxLength', 'format', 'description'] as const;

const KEYWORDS_OF_NUMBERS = ['minimum', 'maximum', 'multipleOf', 'description'] as const;

interface NamespaceParts {
  /** As the index has it: `shop/v1`. */
  readonly source: string;
  /** `shop`. */
  readonly namespace: string;
  /** `v1`; empty for a namespace without a slash. */
  readonly version: string;
}

/** Divides `shop/v1` at its last slash. */
export function namespaceParts(source: string): NamespaceParts {
  const at = source.lastIndexOf('/');
  if (at === -1) return { source, namespace: source, version: '' };
  return { source, namespace: source.slice(0, at), version: source.slice(at + 1) };
}

/** None if that is impossible. */
export function planRoute(
  route: IndexedRoute,
  namespace: NamespaceParts,
  notes: PlanNotes,
): readonly PlannedRoute[] {
  const { note } = notes;
  const template = route.parts.map(templateText).join('');
  const path = template.slice(namespace.source.length + 1).replace(/\/$/, '');
  const endpoints = route.endpoints.map(
    (one) => () => planEndpoint(route, one, namespace.version, path, notes),
  );
  const reason = reasonAgainstPath(route, path);
  const planned = reason === undefined ? endpoints.flatMap((plan) => plan()) : [];
  const other =
    reason ?? (planned.some(spansTwice) ? 'two of its placeholders span slashes' : undefined);
  if (other !== undefined) {
    note(`${route.pattern} is not imported: ${other}.`);
    return [];
  }
  const unserved = unservedMethods(route);
  if (unserved.length > 0) {
    const served = `a route serves ${HTTP_METHODS.join(', ')}`;
    note(`${unserved.join(', ')} ${route.pattern} is not imported: ${served}.`);
  }
  return planned;
}

/** HEAD is served with GET, and OPTIONS for every path. */
function unservedMethods({ endpoints }: IndexedRoute): readonly string[] {
  const stated = new Set(endpoints.flatMap(({ methods }) => methods));
  const served = new Set<string>([
    ...HTTP_METHODS,
    ...(stated.has('GET') ? ['HEAD'] : []),
    ...(HTTP_METHODS.some((method) => stated.has(method)) ? ['OPTIONS'] : []),
  ]);
  return [...stated].filter((method) => !served.has(method));
}

/** Whether two placeholders span slashes: the end of the first would be ambiguous. */
function spansTwice({ placeholders }: PlannedRoute): boolean {
  const spanning = placeholders.filter(
    ({ match }) => match !== undefined && compileMatch(match).spansSlashes,
  );
  return spanning.length > 1;
}

function reasonAgainstPath({ parts }: IndexedRoute, path: string): string | undefined {
  const foreign = parts.find((part) => part.kind === 'expression');
  if (foreign !== undefined) return `no path can have ${foreign.expression}`;
  const hasBraces = parts.some((part) => part.kind === 'literal' && part.text.includes('{'));
  if (hasBraces || !isPathTemplate(path)) return 'its path has characters that no path can have';
  const names = placeholdersOf(path);
  return new Set(names).size < names.length ? 'it names a placeholder twice' : undefined;
}

function templateText(part: RoutePart): string {
  if (part.kind === 'placeholder') return `{${part.name}}`;
  return part.kind === 'literal' ? part.text : '';
}

function planEndpoint(
  { pattern, parts }: IndexedRoute,
  { methods, args, allowsBatch }: IndexedEndpoint,
  version: string,
  path: string,
  notes: PlanNotes,
): readonly PlannedRoute[] {
  const served = methods.filter(isHttpMethod);
  if (served.length === 0) return [];
  const placeholders = parts
    .filter((part) => part.kind === 'placeholder')
    .map((part) => planPlaceholder(part, args[part.name], path, notes));
  const names = new Set(placeholders.map(({ name }) => name));
  const others = Object.entries(args).filter(([name]) => !names.has(name));
  const planned = others.map(([name, schema]) => ({
    name,
    schema: importedSchema(name, pattern, schema, notes),
  }));
  return [{ pattern, version, path, methods: served, allowsBatch, placeholders, args: planned }];
}

/**
 * Digits become an `int`; other expressions become the `match` of an `int`, if its argument says that it is an integer,
 * or of a `string`.
 */
function planPlaceholder(
  { name, expression }: Placeholder,
  schema: ArgumentSchema = { required: true },
  path: string,
  { note, remark }: PlanNotes,
): PlannedPlaceholder {
  const noteLoss = (loss: string): void => note(`The placeholder {${name}} of ${path}: ${loss}.`);
  const { type, enum: values } = schema;
  const isInteger = type === 'integer';
  const numbers = kept(schema, KEYWORDS_OF_NUMBERS);
  if (DIGITS.test(expression) && (type === undefined || isInteger) && values === undefined) {
    if (expression !== '\\d+')
      remark('Patterns of paths written as \\d+, which matches the same', expression);
    return { name, kind: 'integer', match: undefined, schema: numbers };
  }
  const reason = reasonAgainst(expression, name, path);
  const canMatch = reason === undefined && isWholeSegment(path, name);
  const isListed = canMatch && values !== undefined && areLiterals(values, type);
  const listed = isListed ? { enum: values } : {};
  if (canMatch && isInteger && (isListed || values === undefined)) {
    return { name, kind: 'integer', match: expression, schema: { ...numbers, ...listed } };
  }
  const match = canMatch && (isListed || expression !== ANY_SEGMENT) ? expression : undefined;
  const lost = reason ?? (isListed ? undefined : typeLost(schema));
  if (lost !== undefined) noteLoss(lost);
  const texts = kept(schema, KEYWORDS_OF_TEXTS);
  return { name, kind: 'string', match, schema: { ...texts, ...listed } };
}

/** Whether values are literal types: the expression selects the route, and the values are validated. */
function areLiterals(values: readonly JsonValue[], type: ArgumentSchema['type']): boolean {
  if (new Set(values).size < values.length) return false;
  return type === 'integer'
    ? values.every((value) => Number.isSafeInteger(value))
    : type === 'string' && values.every((value) => typeof value === 'string');
}

function reasonAgainst(expression: string, name: string, path: string): string | undefined {
  if (expression === ANY_SEGMENT) return undefined;
  if (!isWholeSegment(path, name))
    return `${expression} is left out, because it does not fill a segment`;
  const wrong = matchDiagnostic(expression);
  return wrong === undefined ? undefined : `${expression} is left out: expected ${wrong.expected}`;
}

function typeLost({ type, enum: values }: ArgumentSchema): string | undefined {
  if (values !== undefined) return 'its list of values is left to the method';
  return type === undefined || type === 'string' ? undefined : 'it is a string';
}

function kept(schema: ArgumentSchema, names: readonly (keyof ArgumentSchema)[]): ArgumentSchema {
  const entries = names
    .filter((name) => schema[name] !== undefined)
    .map((name) => [name, schema[name]]);
  return { ...(Object.fromEntries(entries) as Partial<ArgumentSchema>), required: true };
}
