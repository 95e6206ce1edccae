import type { ArgumentSchema } from '../../schema/vocabulary.js';
import { compileMatch, type MatchPattern } from './match-pattern.js';
import {
  mixedSegment,
  type SegmentPart,
  SEGMENT_RANK,
  type SegmentPattern,
} from './mixed-segment.js';

/** A placeholder, `{name}`, or the text around one. */
type PathPart = { readonly literal: string } | { readonly placeholder: string };

const ALLOWED_PATH = /^(?:\/(?:[A-Za-z0-9._~-]|\{[A-Za-z_][A-Za-z0-9_]*\})+)*\/?$/;

const PLACEHOLDER = /\{([A-Za-z_][A-Za-z0-9_]*)\}/;

const NO_NAMES: readonly string[] = [];

/** The path of a route, compiled: what it matches and how WordPress writes it. */
export interface PathPattern {
  readonly template: string;
  /** With WordPress's named groups: `/acme/v1/items/(?P<id>\d+)`. */
  readonly wordpressPattern: string;
  /** The same for all paths that match the same requests: without regard to case, but for `match`. */
  readonly identity: string;
  readonly segments: readonly SegmentPattern[];
}

type SchemaOf = (name: string) => ArgumentSchema | undefined;
/** The pattern that `@Param({ match })` gives a placeholder. */
type MatchOf = (name: string) => string | undefined;

const NO_MATCHES: MatchOf = () => undefined;

/** Compiles a path whose placeholders have parameters with these schemas and patterns. */
export function compilePath(
  template: string,
  schemaOf: SchemaOf,
  matchOf: MatchOf = NO_MATCHES,
): PathPattern {
  const parts = pathParts(template);
  const write = (fold: (text: string) => string): string =>
    parts.map((part) => writePart(part, schemaOf, matchOf, fold)).join('');
  return {
    template,
    wordpressPattern: write((text) => text),
    identity: write((text) => text.toLowerCase()),
    segments: template
      .split('/')
      .slice(1)
      .map((segment) => compileSegment(segment, schemaOf, matchOf)),
  };
}

/** @param fold What to do with all that is compared without regard to case. */
function writePart(
  part: PathPart,
  schemaOf: SchemaOf,
  matchOf: MatchOf,
  fold: (text: string) => string,
): string {
  if ('literal' in part) return fold(part.literal);
  const { placeholder: name } = part;
  const value = matchOf(name) ?? fold(valueExpression(schemaOf(name)));
  return `(?P<${fold(name)}>${value})`;
}

function compileSegment(segment: string, schemaOf: SchemaOf, matchOf: MatchOf): SegmentPattern {
  if (!segment.includes('{')) return new LiteralSegment(segment);
  const parts = pathParts(segment);
  const [first] = parts;
  if (parts.length === 1 && first !== undefined && 'placeholder' in first) {
    const { placeholder: name } = first;
    const match = matchOf(name);
    return match === undefined
      ? placeholder(name, schemaOf(name))
      : matchSegment(name, compileMatch(match));
  }
  return mixed(parts, schemaOf);
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

function placeholder(name: string, schema: ArgumentSchema | undefined): SegmentPattern {
  const matches = matcherOf(schema);
  const capture = (candidate: string): readonly string[] | undefined =>
    matches(candidate) ? [candidate] : undefined;
  return {
    rank: rankOf(schema),
    names: [name],
    capture,
    captureEscaped: (candidate) => capture(decodeURIComponent(candidate)),
    isSpelledAs: () => true,
  };
}

/** What WordPress's expressions match, without an expression where a look at the text does. */
function matcherOf(schema: ArgumentSchema | undefined): (candidate: string) => boolean {
  if (schema?.enum !== undefined) {
    const values = new Set(textsOf(schema.enum).map((value) => value.toLowerCase()));
    return (candidate) => values.has(candidate.toLowerCase());
  }
  if (schema?.type === 'integer') return isDigits;
  return (candidate) => candidate !== '' && !candidate.includes('/');
}

function mixed(parts: readonly PathPart[], schemaOf: SchemaOf): SegmentPattern {
  const segment = mixedSegment(
    parts.map((part) =>
      'literal' in part
        ? { kind: 'literal', text: part.literal }
        : segmentPart(schemaOf(part.placeholder)),
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

/** The segment of a placeholder with `@Param({ match })`, or all segments that it spans. */
function matchSegment(name: string, pattern: MatchPattern): SegmentPattern {
  return pattern.spansSlashes ? spanningSegment(name, pattern) : oneSegment(name, pattern);
}

/** The pattern matches no slash, so an escaped one is not accepted either. */
function oneSegment(name: string, { accepts }: MatchPattern): SegmentPattern {
  const capture = (text: string): readonly string[] | undefined =>
    accepts(text) ? [text] : undefined;
  return {
    rank: SEGMENT_RANK.match,
    names: [name],
    capture,
    captureEscaped: (text) => capture(decodeURIComponent(text)),
    isSpelledAs: () => true,
  };
}

/**
 * The pattern sees the decoded value, as in WordPress. Middleware and proxies see the path as it came: an
 * escaped slash or a segment of dots would show them another path, so no value has either.
 */
function spanningSegment(name: string, { accepts }: MatchPattern): SegmentPattern {
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
 * Whether a path follows the rules: empty, or segments that each begin with `/` and have letters,
 * digits, `. _ ~ -` and `{name}`. A slash at the end is allowed and means nothing.
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
  if (!path.includes('{')) return NO_NAMES;
  return path.split(PLACEHOLDER).filter((_, at) => isName(at));
}

/** Whether a placeholder of a path fills a segment. */
export function isWholeSegment(path: string, name: string): boolean {
  return path.split('/').includes(`{${name}}`);
}

/** A text that is split by its placeholders has a name at every other place. */
function isName(at: number): boolean {
  return at % 2 === 1;
}

/** A path without the slash at its end, which means nothing. */
export function trimSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

const NAMESPACE = /^[A-Za-z0-9._~-]+(?:\/[A-Za-z0-9._~-]+)*$/;

/** Whether a text can be a namespace: path segments without a slash at either end. */
export function isNamespace(text: unknown): text is string {
  return typeof text === 'string' && NAMESPACE.test(text);
}

/** What a placeholder of a type matches: WordPress's own expressions. */
function valueExpression(schema: ArgumentSchema | undefined): string {
  if (schema?.enum !== undefined) {
    return `(?:${textsOf(schema.enum).map(escapeText).join('|')})`;
  }
  return schema?.type === 'integer' ? '\\d+' : '[^/]+';
}

/** A path carries texts and numbers; the rules accept no other values. */
export function textsOf(values: NonNullable<ArgumentSchema['enum']>): readonly string[] {
  return values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
}

function escapeText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
