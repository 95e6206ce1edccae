import type { ts } from '../program/typescript.js';
import { docsOf } from '../syntax/docstring.js';

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
