import type { ArgumentSchema } from '../../schema/vocabulary.js';
import { pathParts, type PathPart } from './path-template.js';
import { mixedSegment } from './mixed-segment.js';
import type { SegmentPart } from './segment-parts.js';

/** How much a segment of a path may vary; the less, the earlier it is tried. */
export const SEGMENT_RANK = { literal: 0, mixed: 1, enum: 2, integer: 3, string: 4 } as const;

/** One segment of a path, compiled. */
export interface SegmentPattern {
  readonly rank: number;
  /** The segment in lower case, where it is fixed. */
  readonly literal?: string;
  readonly names: readonly string[];
  /** The values of its placeholders in a segment without escapes; `undefined` where it does not match. */
  capture(segment: string): readonly string[] | undefined;
  /** The same of a segment with percent-encoding, decoded; its literals are compared as they came. */
  captureEscaped(segment: string): readonly string[] | undefined;
  /** Whether the literals of a segment that matches have the case of their declaration. */
  isSpelledAs(segment: string): boolean;
}

/** The path of a route, compiled: what it matches and how WordPress writes it. */
export interface PathPattern {
  readonly template: string;
  /** With WordPress's named groups: `/acme/v1/items/(?P<id>\d+)`. */
  readonly wordpressPattern: string;
  readonly segments: readonly SegmentPattern[];
}

/** Compiles a path whose placeholders have parameters with these schemas. */
export function compilePath(
  template: string,
  schemaOf: (name: string) => ArgumentSchema | undefined,
): PathPattern {
  const segments = template.split('/').slice(1);
  return {
    template,
    wordpressPattern: pathParts(template)
      .map((part) =>
        'literal' in part
          ? part.literal
          : wordpressGroup(part.placeholder, schemaOf(part.placeholder)),
      )
      .join(''),
    segments: segments.map((segment) => compileSegment(segment, schemaOf)),
  };
}

type SchemaOf = (name: string) => ArgumentSchema | undefined;

function compileSegment(segment: string, schemaOf: SchemaOf): SegmentPattern {
  if (!segment.includes('{')) return new LiteralSegment(segment);
  const parts = pathParts(segment);
  const [first] = parts;
  if (parts.length === 1 && first !== undefined && 'placeholder' in first) {
    return placeholder(first.placeholder, schemaOf(first.placeholder));
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
    const values = new Set(schema.enum.map((value) => String(value).toLowerCase()));
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
    return { kind: 'enum', values: schema.enum.map((value) => String(value).toLowerCase()) };
  }
  return { kind: schema?.type === 'integer' ? 'integer' : 'string' };
}

function rankOf(schema: ArgumentSchema | undefined): number {
  if (schema?.enum !== undefined) return SEGMENT_RANK.enum;
  return schema?.type === 'integer' ? SEGMENT_RANK.integer : SEGMENT_RANK.string;
}

function wordpressGroup(name: string, schema: ArgumentSchema | undefined): string {
  return `(?P<${name}>${valueExpression(schema)})`;
}

/** What a placeholder of a type matches: WordPress's own expressions. */
function valueExpression(schema: ArgumentSchema | undefined): string {
  if (schema?.enum !== undefined) {
    return `(?:${schema.enum.map((value) => escape(String(value))).join('|')})`;
  }
  return schema?.type === 'integer' ? '\\d+' : '[^/]+';
}

function isDigits(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 48 || code > 57) return false;
  }
  return text.length > 0;
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
