import { ts } from '../program/typescript.js';
import { LIMIT_NAMES } from '../../schema/vocabulary.js';
import { slipOf } from '../../shared/closest-name.js';
import { oneLine } from '../syntax/nodes.js';
import { reject, type Rejection } from '../syntax/rejection.js';

export function docsOf(node: ts.Node): readonly ts.JSDoc[] {
  const attached = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const known = new Set(attached.map(({ pos }) => pos));
  // One that TypeScript attaches, as before a parameter, counts once.
  const inline = new Map(inlineDocs(node).map((doc) => [doc.pos, doc]));
  return [...[...inline.values()].filter(({ pos }) => !known.has(pos)), ...attached];
}

/**
 * The docstrings on the line of a member itself: `{ /** @minimum 1 *\/ page: int }`. TypeScript attaches them to the
 * token before them; without this, their limits would have no effect.
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
function parseDoc(
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

export function docTagsOf(node: ts.Node): readonly ts.JSDocTag[] {
  return docsOf(node).flatMap(({ tags }) => [...(tags ?? [])]);
}

/**
 * The text after the name of a tag, on one line, as in the source. TypeScript parses braces and at-signs in its own
 * text as links and types, but patterns contain them.
 */
export function textOfTag(tag: ts.JSDocTag): string {
  return linesOfTag(tag).join(' ');
}

export function linesOfTag(tag: ts.JSDocTag): readonly string[] {
  const source = tag.getSourceFile().text.slice(tag.tagName.end, tag.end);
  return source
    .replace(/\*\/\s*$/, '')
    .split(/\r?\n[ \t]*\*?/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

const TAGS = new RegExp(`@(?:default|readonly|${LIMIT_NAMES.join('|')})\\b`, 'i');

const ANNOTATIONS = /@(?:title|context)\b/;

/** Sources without tags need not be parsed with their docstrings. */
export function mentionsTags(text: string): boolean {
  return TAGS.test(text) || ANNOTATIONS.test(text);
}

/** Whether a tag states a limit. So does a misspelled one such as `@minlength`, which must not be ignored. */
export function isLimitTag({ tagName }: ts.JSDocTag): boolean {
  const lower = tagName.text.toLowerCase();
  return LIMIT_NAMES.some((one) => one.toLowerCase() === lower);
}

const READ_TAGS: readonly string[] = [...LIMIT_NAMES, 'default'];

/** The tag that a misspelt one probably stands for. Standard tags, and those of other tools, differ by more. */
export function tagMeantBy({ tagName }: ts.JSDocTag): string | undefined {
  return READ_TAGS.includes(tagName.text) ? undefined : slipOf(tagName.text, READ_TAGS);
}

function isReadTag(tag: ts.JSDocTag): boolean {
  return isLimitTag(tag) || isDefaultTag(tag);
}

export function isDefaultTag({ tagName }: ts.JSDocTag): boolean {
  return tagName.text === 'default';
}

export function hasTags(node: ts.Node): boolean {
  return docTagsOf(node).some(isReadTag);
}

/** Whether `readTags` finds something: a tag, or one that is misspelt. */
export function statesTags(node: ts.Node): boolean {
  return docTagsOf(node).some((tag) => isReadTag(tag) || tagMeantBy(tag) !== undefined);
}

export function hasLimitTags(node: ts.Node): boolean {
  return docTagsOf(node).some(isLimitTag);
}

/** The first of some tags at a place where it has no effect. */
export function misplacedTag(node: ts.Node, isMeant = isReadTag): Rejection {
  const tag = docTagsOf(node).find(isMeant);
  return tag === undefined ? reject('RR2028', node) : atTag('RR2028', tag);
}

export function atTag(
  code: 'RR2022' | 'RR2023' | 'RR2028' | 'RR2030',
  tag: ts.JSDocTag,
  reason = '',
): Rejection {
  const written = `@${tag.tagName.text} ${textOfTag(tag)}`;
  return { ...reject(code, tag, `${oneLine(written)}${reason}`), isInObject: true };
}

/**
 * A tag within a type that belongs to no name: before the elements of a list, before one type of a union, or before
 * the key of a mapped type.
 */
export function tagWithin(node: ts.TypeNode): Rejection | undefined {
  const file = node.getSourceFile();
  const start = node.getStart(file);
  const places = [[node.pos, start] as const];
  if (ts.isMappedTypeNode(node)) places.push([start, node.typeParameter.pos]);
  const found = places.some(([from, to]) =>
    [...file.text.slice(from, to).matchAll(/\/\*\*[^]*?\*\//g)].some(([doc]) => TAGS.test(doc)),
  );
  return found ? reject('RR2028', node) : undefined;
}

/**
 * The first tag within a declaration that belongs to nothing that is read: after a property, on a type parameter, on
 * a member of an enum, before a colon. TypeScript attaches such a comment elsewhere or nowhere, so its limits would
 * have no effect.
 */
export function strayTag(node: ts.Node, isMeant = isReadTag): Rejection | undefined {
  const file = node.getSourceFile();
  const parts = partsOf(node);
  const last = parts.at(-1);
  if (last === undefined || !TAGS.test(file.text.slice(node.pos, lineEnd(file, last)))) {
    return undefined;
  }
  // The return type of a method is not read for tags.
  const returned = ts.isFunctionLike(node) ? node.type : undefined;
  const owned = new Set(ownedBy(node, file, returned));
  const tag = [...parts.flatMap((part) => commentsIn(part, file)), ...commentsAfter(last, file)]
    .filter(({ pos }) => !owned.has(pos) && file.text.startsWith('/**', pos))
    .flatMap(({ pos, end }) => parseDoc(file, pos, end))
    .flatMap(({ tags }) => [...(tags ?? [])])
    .find((one) => isMeant(one));
  return tag && atTag('RR2028', tag);
}

/** The parts of a function, whose body may contain any comment, and the members of a class. */
function partsOf(node: ts.Node): readonly ts.Node[] {
  if (ts.isClassLike(node)) return node.members;
  return ts.isFunctionLike(node) ? node.getChildren().filter((one) => !ts.isJSDoc(one)) : [node];
}

/** The places of the doc comments that are read elsewhere, or are a diagnostic there. */
function ownedBy(
  node: ts.Node,
  file: ts.SourceFile,
  returned: ts.TypeNode | undefined,
): readonly number[] {
  const within: number[] = [];
  ts.forEachChild(node, (child) => void within.push(...ownedBy(child, file, returned)));
  if (node === returned) return within;
  const isType = ts.isTypeNode(node) && !ts.isTypeParameterDeclaration(node.parent);
  const ofType = isType ? commentsAt(node, file) : [];
  const ofKey = ts.isMappedTypeNode(node) ? commentsIn(node, file) : [];
  return [
    ...[...ofType, ...ofKey].map(({ pos }) => pos),
    ...(isOwner(node) ? docsOf(node).map(({ pos }) => pos) : []),
    ...within,
  ];
}

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
  // A method of a class, and a value, may contain any comment.
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

function commentsAt({ pos }: ts.Node, { text }: ts.SourceFile): readonly ts.CommentRange[] {
  return [
    ...(ts.getTrailingCommentRanges(text, pos) ?? []),
    ...(ts.getLeadingCommentRanges(text, pos) ?? []),
  ];
}

/** The comments after a node on its last line, if only comments follow there. */
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
