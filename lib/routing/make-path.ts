import type { ArgumentDefinition } from '../routes/definition/parameter-definition.js';
import { pathParts, type PathPattern } from '../routes/paths/path-pattern.js';
import type { SegmentPattern } from '../routes/paths/segment-pattern.js';
import { ruleOf } from '../schema/messages.js';
import { INVALID } from '../schema/schema.js';
import { NullRecord } from '../shared/records.js';
import type { TableEntry } from './path-group.js';
import type { RouteTable } from './route-table.js';

/** A route whose path is made. */
interface Target<Entry extends TableEntry> {
  /** As the table has it. */
  readonly entry: Entry;
  readonly arguments: readonly ArgumentDefinition[];
}

/** The reason why no path leads to a route with some values. */
export class PathProblem<Entry = unknown> {
  /**
   * @param kind `missing`: the placeholder has no value; `invalid`: the route rejects it; `unwritable`: it cannot be a
   * part of a path; `elsewhere`: the path would lead to no route, to another one, or back with another value.
   * @param name The placeholder.
   * @param reason The rest of a sentence that begins with the name.
   * @param other The route to which the path would lead instead.
   */
  constructor(
    readonly kind: 'missing' | 'invalid' | 'unwritable' | 'elsewhere',
    readonly name: string,
    readonly reason: string,
    readonly other?: Entry,
  ) {}
}

/**
 * Makes the path of a route from the values of its placeholders, below the prefix and percent-encoded. A request with
 * one of the methods of the route and this path leads back to this route with these values, whatever client, proxy or
 * middleware reads the URL in between.
 */
export function makePath<Entry extends TableEntry>(
  target: Target<Entry>,
  values: Readonly<Record<string, unknown>>,
  table: Pick<RouteTable<Entry>, 'match'>,
): string | PathProblem<Entry> {
  const { pattern } = target.entry;
  const texts = new NullRecord<string>();
  for (const { names } of pattern.segments) {
    for (const name of names) {
      const text = textOf(name, values[name], target.arguments);
      if (text instanceof PathProblem) return text;
      texts[name] = text;
    }
  }
  const path = writePath(pattern, texts);
  return problemOf(path, texts, target.entry, table) ?? path;
}

/** The text of a value; a problem if no request could have this value there. */
function textOf(
  name: string,
  value: unknown,
  args: readonly ArgumentDefinition[],
): string | PathProblem<never> {
  if (value === undefined || value === null)
    return new PathProblem('missing', name, 'has no value');
  const isNumber = typeof value === 'bigint' || Number.isFinite(value);
  if (typeof value !== 'string' && !isNumber) {
    return new PathProblem('unwritable', name, 'needs a text or a number');
  }
  const text = String(value as string | number | bigint);
  if (text === '' || !text.isWellFormed()) {
    return new PathProblem('unwritable', name, 'cannot be a part of a path');
  }
  const argument = args.find((one) => one.name === name);
  return (argument && problemOfValue(argument, text)) ?? text;
}

function problemOfValue(
  { name, validator, standard }: ArgumentDefinition,
  text: string,
): PathProblem<never> | undefined {
  const arrived: unknown = validator.parse(text);
  if (arrived === INVALID) {
    return new PathProblem('invalid', name, ruleOf(validator.explain(text, name), name));
  }
  // A schema of the application may make anything of a text.
  const isText = typeof arrived === 'string' || typeof arrived === 'number';
  if (standard !== undefined || !isText || String(arrived) === text) return undefined;
  return new PathProblem('elsewhere', name, `would arrive as ${JSON.stringify(arrived)}`);
}

function writePath(
  { template, segments }: PathPattern,
  texts: Readonly<Record<string, string>>,
): string {
  const spanning = new Set(
    segments.flatMap(({ spansSlashes, names }) => (spansSlashes === true ? names : [])),
  );
  const written = pathParts(template).map((part) => {
    if ('literal' in part) return part.literal;
    const text = encodeURIComponent(texts[part.placeholder] ?? '');
    return spanning.has(part.placeholder) ? text.replaceAll('%2F', '/') : text;
  });
  return written.join('');
}

/** Clients and proxies remove it, also if its dots are encoded. @see RFC 3986, 5.2.4 */
const DOT_SEGMENT = /(?:^|\/)\.{1,2}(?:\/|$)/;

/** Matches a path as a request is matched, and compares what it leads to. */
function problemOf<Entry extends TableEntry>(
  path: string,
  texts: Readonly<Record<string, string>>,
  entry: Entry,
  table: Pick<RouteTable<Entry>, 'match'>,
): PathProblem<Entry> | undefined {
  const { segments } = entry.pattern;
  if (DOT_SEGMENT.test(path)) {
    // `{a}{b}` has one too, if both are dots.
    const name = Object.keys(texts).find((one) => DOT_SEGMENT.test(texts[one] ?? '')) ?? '';
    return new PathProblem('unwritable', name, 'cannot be a segment of dots in a path');
  }
  for (const method of entry.methods) {
    const found = table.match(method, path === '' ? '/' : path);
    if (typeof found === 'symbol') return unmatched(segments, texts);
    if (found.entry !== entry) {
      const name = nameAtLiteral(segments, found.entry.pattern.segments);
      return new PathProblem('elsewhere', name, 'leads to another route', found.entry);
    }
    const changed = Object.keys(texts).find((name) => found.params[name] !== texts[name]);
    if (changed === undefined) continue;
    const arrived = JSON.stringify(found.params[changed]);
    return new PathProblem('elsewhere', changed, `would arrive as ${arrived}`);
  }
  return undefined;
}

/** No route has the path: a placeholder does not accept its text, or the text makes an empty segment. */
function unmatched(
  segments: readonly SegmentPattern[],
  texts: Readonly<Record<string, string>>,
): PathProblem<never> {
  const whole = segments.filter(({ names }) => names.length === 1);
  const textIn = ({ names: [name = ''] }: SegmentPattern): string => texts[name] ?? '';
  const rejecting =
    whole.find((segment) => segment.capture(textIn(segment)) === undefined) ??
    whole.find((segment) => /^\/|\/\//.test(textIn(segment)));
  const name = firstName(rejecting === undefined ? segments : [rejecting]);
  const hasSlash = texts[name]?.includes('/') === true && rejecting?.spansSlashes !== true;
  return new PathProblem(
    'elsewhere',
    name,
    hasSlash
      ? 'has a slash, which only a placeholder with a match for slashes may have'
      : 'is a value that no path of the route has',
  );
}

function firstName(segments: readonly SegmentPattern[]): string {
  return segments.flatMap(({ names }) => names)[0] ?? '';
}

/** The placeholder whose value is a literal of another route. */
function nameAtLiteral(
  segments: readonly SegmentPattern[],
  others: readonly SegmentPattern[],
): string {
  const differing = segments.filter(
    ({ literal }, at) => literal === undefined && others[at]?.literal !== undefined,
  );
  return firstName(differing.length > 0 ? differing : segments);
}
