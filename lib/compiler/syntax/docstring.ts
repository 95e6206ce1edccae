import { ts } from '../program/typescript.js';
import { LIMIT_NAMES } from '../../schema/limits.js';
import type { MethodSignature } from '../../types/method-signature.js';

type Documentation = Pick<MethodSignature, 'description' | 'deprecated' | 'operation'>;

/** The description of a method, its `@deprecated`, and its names in an OpenAPI document. */
export function documentationOf(node: ts.Node): Documentation {
  const description = descriptionOf(node);
  const deprecated = ts.getJSDocDeprecatedTag(node);
  return {
    ...(description === undefined ? {} : { description }),
    ...(deprecated === undefined ? {} : { deprecated: textOf(deprecated.comment) ?? true }),
    ...operationIn(node),
  };
}

/** `@tags` of the class hold for its methods without tags of their own. */
function operationIn(node: ts.Node): Pick<Documentation, 'operation'> {
  const operation: { operationId?: string; summary?: string; tags?: readonly string[] } = {};
  for (const owner of [node.parent, node]) {
    for (const { tagName, comment } of ts.getJSDocTags(owner)) {
      const text = textOf(comment);
      if (text === undefined) continue;
      if (tagName.text === 'tags') operation.tags = text.split(/[ ,]*,[ ,]*/).filter(Boolean);
      else if (owner !== node) continue;
      else if (tagName.text === 'operationId') operation.operationId = text;
      else if (tagName.text === 'summary') operation.summary = text;
    }
  }
  return Object.keys(operation).length === 0 ? {} : { operation };
}

/** The docstrings of a property or a method. */
export function docsOf(node: ts.Node): readonly ts.JSDoc[] {
  const attached = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const known = new Set(attached.map(({ pos }) => pos));
  // One that TypeScript attaches, as before a parameter, counts once.
  const inline = new Map(inlineDocs(node).map((doc) => [doc.pos, doc]));
  return [...[...inline.values()].filter(({ pos }) => !known.has(pos)), ...attached];
}

/** The text of the docstring of a property or a method, without its tags. */
export function descriptionOf(node: ts.Node): string | undefined {
  return textOf(docsOf(node).at(-1)?.comment);
}

/** The text of the `@param` tag of a parameter. */
export function parameterDescription(node: ts.ParameterDeclaration): string | undefined {
  const [tag] = ts.getJSDocParameterTags(node);
  return textOf(tag?.comment)?.replace(/^-\s*/, '');
}

function textOf(comment: string | ts.NodeArray<ts.JSDocComment> | undefined): string | undefined {
  const text = ts.getTextOfJSDocComment(comment)?.replace(/\s+/g, ' ').trim();
  return text === '' ? undefined : text;
}

/**
 * The docstrings on the line of a member itself: `{ /** @minimum 1 *\/ page: int }`. TypeScript takes
 * them for comments on what is before them, and a limit without effect would let everything through.
 */
function inlineDocs(node: ts.Node): readonly ts.JSDoc[] {
  const file = node.getSourceFile();
  const { text } = file;
  const start = node.getStart(file);
  const before = (ts.getTrailingCommentRanges(text, node.pos) ?? []).filter(
    ({ end }) => !text.slice(end, start).includes('\n'),
  );
  return [...before, ...afterDecorators(node, text)]
    .filter(({ pos }) => text.startsWith('/**', pos))
    .flatMap(({ pos, end }) => parseDoc(file, pos, end));
}

/** `@Param() /** @minimum 1 *\/ page: int`. */
function afterDecorators(node: ts.Node, text: string): readonly ts.CommentRange[] {
  const isNamed =
    ts.isParameter(node) || ts.isPropertyDeclaration(node) || ts.isPropertySignature(node);
  if (!isNamed || node.modifiers === undefined) return [];
  return [...node.modifiers.slice(1), node.name].flatMap(({ pos }) => [
    ...(ts.getTrailingCommentRanges(text, pos) ?? []),
    ...(ts.getLeadingCommentRanges(text, pos) ?? []),
  ]);
}

/** Parses one comment, at its place in a file that is otherwise empty. */
export function parseDoc(
  { fileName, text }: ts.SourceFile,
  pos: number,
  end: number,
): readonly ts.JSDoc[] {
  const before = text.slice(0, pos).replace(/[^\r\n]/g, ' ');
  const doc = `${before}${text.slice(pos, end)} let it;`;
  const twin = ts.createSourceFile(fileName, doc, ts.ScriptTarget.Latest, true);
  const [statement] = twin.statements;
  return statement === undefined ? [] : ts.getJSDocCommentsAndTags(statement).filter(ts.isJSDoc);
}

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
  return [...(tags ?? [])].map((tag) => ({
    name: tag.tagName.text,
    text: textOfTag(tag),
    node: tag,
  }));
}

/**
 * The text as the source has it. TypeScript gives a text in which braces and at-signs, which patterns
 * contain, may be links and types.
 */
function textOfTag(tag: ts.JSDocTag): string {
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
