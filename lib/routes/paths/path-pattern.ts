import type { ArgumentSchema } from '../../schema/vocabulary.js';
import type { CheckedArgument } from '../definition/parameter-definition.js';
import { compileMatch } from './match-pattern.js';
import { mixedSegment, type SegmentPart } from './mixed-segment.js';
import { SEGMENT_RANK, type SegmentPattern } from './segment-pattern.js';

/** A placeholder, `{name}`, or the text around one. */
type PathPart = { readonly literal: string } | { readonly placeholder: string };

const ALLOWED_PATH = /^(?:\/(?:[A-Za-z0-9._~-]|\{[A-Za-z_][A-Za-z0-9_]*\})+)*\/?$/;

const PLACEHOLDER = /\{([A-Za-z_][A-Za-z0-9_]*)\}/;

/** The path of a route, compiled: its segments, and its pattern as WordPress writes it. */
export interface PathPattern {
  readonly template: string;
  /** With WordPress's named groups: `/acme/v1/items/(?P<id>\d+)`. */
  readonly wordpressPattern: string;
  /** Equal for all paths that match the same requests. Case is ignored, except in `match`. */
  readonly identity: string;
  readonly segments: readonly SegmentPattern[];
}

/** Finds the argument of a placeholder: its schema, and the pattern of `@Param({ match })`. */
type ArgumentNamed = (name: string) => Pick<CheckedArgument, 'schema' | 'match'> | undefined;

/** Compiles a path whose placeholders have these arguments; without one, a placeholder is any text. */
export function compilePath(template: string, argumentNamed: ArgumentNamed): PathPattern {
  const parts = pathParts(template);
  const write = (fold: (text: string) => string): string =>
    parts.map((part) => writePart(part, argumentNamed, fold)).join('');
  return {
    template,
    wordpressPattern: write((text) => text),
    identity: write((text) => text.toLowerCase()),
    segments: template
      .split('/')
      .slice(1)
      .map((segment) => compileSegment(segment, argumentNamed)),
  };
}

/** @param fold Changes the parts that are compared without regard to case. */
function writePart(
  part: PathPart,
  argumentNamed: ArgumentNamed,
  fold: (text: string) => string,
): string {
  if ('literal' in part) return fold(part.literal);
  const { placeholder: name } = part;
  const argument = argumentNamed(name);
  const value = argument?.match ?? fold(valueExpression(argument?.schema));
  return `(?P<${fold(name)}>${value})`;
}

function compileSegment(segment: string, argumentNamed: ArgumentNamed): SegmentPattern {
  if (!segment.includes('{')) return new LiteralSegment(segment);
  const parts = pathParts(segment);
  const [first] = parts;
  if (parts.length === 1 && first !== undefined && 'placeholder' in first) {
    const { placeholder: name } = first;
    const { schema, match } = argumentNamed(name) ?? {};
    if (match === undefined) return wholeSegment(name, rankOf(schema), matcherOf(schema));
    const { spansSlashes, accepts } = compileMatch(match);
    // A pattern that does not match a slash rejects an escaped one too.
    return spansSlashes
      ? spanningSegment(name, accepts)
      : wholeSegment(name, SEGMENT_RANK.match, accepts);
  }
  return mixed(parts, argumentNamed);
}

const NOTHING: readonly string[] = [];

class LiteralSegment implements SegmentPattern {
  readonly rank = SEGMENT_RANK.literal;
  readonly names = NOTHING;

  readonly literal: string;

  constructor(private readonly declared: string) {
    this.literal = declared.toLowerCase();
  }

  capture(candidate: string): readonly string[] | undefined {
    return candidate.toLowerCase() === this.literal ? NOTHING : undefined;
  }

  captureEscaped(): undefined {
    return undefined;
  }

  isSpelledAs(candidate: string): boolean {
    return candidate === this.declared;
  }
}

/** The segment of a placeholder that fills it. */
function wholeSegment(
  name: string,
  rank: number,
  accepts: (text: string) => boolean,
): SegmentPattern {
  const capture = (candidate: string): readonly string[] | undefined =>
    accepts(candidate) ? [candidate] : undefined;
  return {
    rank,
    names: [name],
    capture,
    captureEscaped: (candidate) => capture(decodeURIComponent(candidate)),
    isSpelledAs: () => true,
  };
}

/** Tests whether a text matches WordPress's expression of a schema, without a regular expression. */
function matcherOf(schema: ArgumentSchema | undefined): (candidate: string) => boolean {
  if (schema?.enum !== undefined) {
    const values = new Set(textsOf(schema.enum).map((value) => value.toLowerCase()));
    return (candidate) => values.has(candidate.toLowerCase());
  }
  if (schema?.type === 'integer') return isDigits;
  return (candidate) => candidate !== '' && !candidate.includes('/');
}

function mixed(parts: readonly PathPart[], argumentNamed: ArgumentNamed): SegmentPattern {
  const segment = mixedSegment(
    parts.map((part) =>
      'literal' in part
        ? { kind: 'literal', text: part.literal }
        : segmentPart(argumentNamed(part.placeholder)?.schema),
    ),
  );
  return {
    rank: SEGMENT_RANK.mixed,
    names: parts.flatMap((part) => ('literal' in part ? [] : [part.placeholder])),
    ...segment,
  };
}

function segmentPart(schema: ArgumentSchema | undefined): SegmentPart {
  if (schema?.enum !== undefined) {
    return { kind: 'enum', values: textsOf(schema.enum).map((value) => value.toLowerCase()) };
  }
  return { kind: schema?.type === 'integer' ? 'integer' : 'string' };
}

function rankOf(schema: ArgumentSchema | undefined): number {
  if (schema?.enum !== undefined) return SEGMENT_RANK.enum;
  return schema?.type === 'integer' ? SEGMENT_RANK.integer : SEGMENT_RANK.string;
}

function isDigits(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 48 || code > 57) return false;
  }
  return text.length > 0;
}

const DOT_SEGMENT = /(?:^|\/)\.{1,2}(?:\/|$)/;

/**
 * All segments that a placeholder with `@Param({ match })` spans. The pattern sees the decoded value, as in
 * WordPress. Middleware and proxies see the path as received: an escaped slash or a segment of dots would show them
 * another path, so values contain neither.
 */
function spanningSegment(name: string, accepts: (text: string) => boolean): SegmentPattern {
  const capture = (text: string): readonly string[] | undefined =>
    !DOT_SEGMENT.test(text) && accepts(text) ? [text] : undefined;
  return {
    rank: SEGMENT_RANK.spanning,
    spansSlashes: true,
    names: [name],
    capture,
    captureEscaped: (text) => {
      const segments = text.split('/').map(decodeURIComponent);
      const hasSlash = segments.some((segment) => segment.includes('/'));
      return hasSlash ? undefined : capture(segments.join('/'));
    },
    isSpelledAs: () => true,
  };
}

/**
 * Whether a path follows the rules: empty, or segments that each begin with `/` and have letters, digits, `. _ ~ -`
 * and `{name}`. A slash at the end is allowed and ignored.
 *
 * @example
 * isPathTemplate('/items/{id}'); // true
 * isPathTemplate('items/'); // false
 */
export function isPathTemplate(path: string): boolean {
  return ALLOWED_PATH.test(path);
}

/** The literals and placeholders of a path, in order. */
export function pathParts(path: string): readonly PathPart[] {
  if (!path.includes('{')) return path === '' ? [] : [{ literal: path }];
  return path
    .split(PLACEHOLDER)
    .map((text, at) => (isName(at) ? { placeholder: text } : { literal: text }))
    .filter((part) => 'placeholder' in part || part.literal !== '');
}

/** The names of a path's placeholders, in order. */
export function placeholdersOf(path: string): readonly string[] {
  if (!path.includes('{')) return NOTHING;
  return path.split(PLACEHOLDER).filter((_, at) => isName(at));
}

/** Whether a placeholder of a path fills a segment. */
export function isWholeSegment(path: string, name: string): boolean {
  return path.split('/').includes(`{${name}}`);
}

/** A path that is split at its placeholders has a name at every other place. */
function isName(at: number): boolean {
  return at % 2 === 1;
}

/** A path without the slash at its end, which is ignored. */
export function trimSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

const NAMESPACE = /^[A-Za-z0-9._~-]+(?:\/[A-Za-z0-9._~-]+)*$/;

/** Whether a text can be a namespace: path segments without a slash at either end. */
export function isNamespace(text: unknown): text is string {
  return typeof text === 'string' && NAMESPACE.test(text);
}

/** The namespace that a fact states; `undefined` if it is not one. */
export function statedNamespace({
  value,
  mayBeEmpty,
}: {
  readonly value: unknown;
  readonly mayBeEmpty?: boolean | undefined;
}): string | undefined {
  if (mayBeEmpty && value === '') return '';
  return isNamespace(value) ? value : undefined;
}

/** The expression of WordPress for a placeholder of a type. */
function valueExpression(schema: ArgumentSchema | undefined): string {
  if (schema?.enum !== undefined) {
    return `(?:${textsOf(schema.enum).map(escapeText).join('|')})`;
  }
  return schema?.type === 'integer' ? '\\d+' : '[^/]+';
}

/** Values in a path are texts and numbers; the rules reject others. */
export function textsOf(values: NonNullable<ArgumentSchema['enum']>): readonly string[] {
  return values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
}

function escapeText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
