import { ts } from '../program/typescript.js';
import { parseDoc, tagsOf, type DocTag, docsOf, mentionsTags } from '../syntax/docstring.js';
import type { Rejection } from '../syntax/nodes.js';
import { rejectTag, isReadTag } from './read-tags.js';

/** A part of a declaration whose doc comments are searched, and the part of it that is not read for tags. */
interface Searched {
  readonly file: ts.SourceFile;
  readonly returned: ts.TypeNode | undefined;
}

/**
 * The first tag within a declaration that belongs to nothing that is read: after a property, on a type
 * parameter, on a member of an enum, before a colon. TypeScript attaches such a comment to something else, or
 * to nothing, and a limit without effect would let everything through.
 */
export function strayTag(node: ts.Node, isMeant = isReadTag): Rejection | undefined {
  const file = node.getSourceFile();
  const parts = partsOf(node);
  const last = parts.at(-1);
  if (last === undefined || !mentionsTags(file.text.slice(node.pos, lineEnd(file, last)))) {
    return undefined;
  }
  const searched = { file, returned: ts.isFunctionLike(node) ? node.type : undefined };
  const owned = new Set(ownedBy(node, searched));
  const tag = [...parts.flatMap((part) => commentsIn(part, file)), ...commentsAfter(last, file)]
    .filter(({ pos }) => !owned.has(pos) && file.text.startsWith('/**', pos))
    .flatMap(({ pos, end }) => parseDoc(file, pos, end))
    .flatMap((doc) => tagsOf(doc))
    .find((one: DocTag) => isMeant(one));
  return tag && rejectTag(tag);
}

/** Of a function its parts, since a method of a class may hold any comment; of a class its members. */
function partsOf(node: ts.Node): readonly ts.Node[] {
  if (ts.isClassLike(node)) return node.members;
  return ts.isFunctionLike(node) ? node.getChildren().filter((one) => !ts.isJSDoc(one)) : [node];
}

/** The places of the doc comments that are read elsewhere, or are a diagnostic there. */
function ownedBy(node: ts.Node, searched: Searched): readonly number[] {
  if (node === searched.returned) return ownedWithin(node, searched);
  const isType = ts.isTypeNode(node) && !ts.isTypeParameterDeclaration(node.parent);
  const ofType = isType ? commentsAt(node, searched.file) : [];
  const ofKey = ts.isMappedTypeNode(node) ? commentsIn(node, searched.file) : [];
  return [
    ...[...ofType, ...ofKey].map(({ pos }) => pos),
    ...(isOwner(node) ? docsOf(node).map(({ pos }) => pos) : []),
    ...ownedWithin(node, searched),
  ];
}

function ownedWithin(node: ts.Node, searched: Searched): readonly number[] {
  const found: number[] = [];
  ts.forEachChild(node, (child) => void found.push(...ownedBy(child, searched)));
  return found;
}

/** A declaration whose own doc comment is read. */
function isOwner(node: ts.Node): boolean {
  return (
    ts.isParameter(node) ||
    ts.isTypeElement(node) ||
    ts.isClassElement(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isEnumDeclaration(node)
  );
}

/** All comments within a node, those before its first token included. */
function commentsIn(node: ts.Node, file: ts.SourceFile): readonly ts.CommentRange[] {
  // A method of a class, and a value, may hold any comment.
  const isOther =
    ts.isBlock(node) ||
    (ts.isClassElement(node) && !ts.isPropertyDeclaration(node)) ||
    ts.isDecorator(node);
  const children = isOther ? [] : node.getChildren(file).filter((child) => !ts.isJSDoc(child));
  const [first] = children;
  return first === undefined
    ? commentsAt(node, file)
    : children.flatMap((child) => commentsIn(child, file));
}

/** The comments before the first token of a node. */
function commentsAt({ pos }: ts.Node, { text }: ts.SourceFile): readonly ts.CommentRange[] {
  return [
    ...(ts.getTrailingCommentRanges(text, pos) ?? []),
    ...(ts.getLeadingCommentRanges(text, pos) ?? []),
  ];
}

/** The comments after a node on its last line, if nothing but them follows there. */
function commentsAfter(node: ts.Node, file: ts.SourceFile): readonly ts.CommentRange[] {
  const { text } = file;
  const end = afterPunctuation(node, text);
  const after = ts.getTrailingCommentRanges(text, end) ?? [];
  const rest = text.slice(after.at(-1)?.end ?? end, lineEnd(file, node));
  return /^[ \t;,)}\]]*\r?$/.test(rest) ? after : [];
}

function afterPunctuation({ end }: ts.Node, text: string): number {
  return text[end] === ';' || text[end] === ',' ? end + 1 : end;
}

function lineEnd({ text }: ts.SourceFile, { end }: ts.Node): number {
  const at = text.indexOf('\n', end);
  return at === -1 ? text.length : at;
}
