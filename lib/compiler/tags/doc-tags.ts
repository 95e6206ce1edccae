import type { ts } from '../program/typescript.js';
import { docsOf } from '../syntax/docstring.js';
import { LIMIT_NAMES } from '../../schema/limits.js';

/** A tag of a docstring: `@minimum 1`. */
export interface DocTag {
  readonly name: string;
  /** What follows the name, on one line. */
  readonly text: string;
  readonly node: ts.JSDocTag;
}

/** The tags of the docstring of a property. */
export function docTagsOf(node: ts.Node): readonly DocTag[] {
  return docsOf(node).flatMap(tagsOf);
}

/** The tags of one docstring. */
export function tagsOf({ tags }: ts.JSDoc): readonly DocTag[] {
  return [...(tags ?? [])].map((tag) => ({ name: tag.tagName.text, text: textOf(tag), node: tag }));
}

/**
 * The text as the source has it. TypeScript gives a text in which braces and at-signs, which patterns
 * contain, may be links and types.
 */
function textOf(tag: ts.JSDocTag): string {
  const source = tag.getSourceFile().text.slice(tag.tagName.end, tag.end);
  return source
    .replace(/\*\/\s*$/, '')
    .split(/\r?\n[ \t]*\*?/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

const TAGS = new RegExp(`@(?:default|readonly|${LIMIT_NAMES.join('|')})\\b`, 'i');

/** Whether a source may have a tag that is read. All others need not be parsed with their docstrings. */
export function mentionsTags(text: string): boolean {
  return TAGS.test(text);
}
