import { docsOf, parseDoc } from '../syntax/docstring.js';
import type { Rejection } from '../syntax/nodes.js';
import { ts } from '../program/typescript.js';
import { tagsOf, type DocTag, mentionsTags } from './doc-tags.js';
import { isReadTag, rejectTag, hasLimitTags } from './read-tags.js';
import type { ProjectView } from '../program/project-view.js';

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

/**
 * How a type is reached. What `own` properties declare is read there. Of the types of these (`member`),
 * only the type arguments may be lost; of what is a type `argument`, everything.
 */
type Reach = 'own' | 'member' | 'argument';

interface Search {
  readonly view: ProjectView;
  readonly seen: Readonly<Record<Reach, Set<ts.Node>>>;
}

/**
 * Whether a type names an alias with limits, or a property with limits by `A['a']`, at any depth: in
 * aliases, in interfaces and in their type arguments. The checker knows such a type without its limits.
 */
export function reachesLimits(node: ts.Node, view: ProjectView, reach: Reach = 'own'): boolean {
  const seen = {
    own: new Set<ts.Node>(),
    member: new Set<ts.Node>(),
    argument: new Set<ts.Node>(),
  };
  return reaches(node, reach, { view, seen });
}

function reaches(node: ts.Node, reach: Reach, search: Search): boolean {
  const seen = search.seen[reach];
  if (seen.has(node)) return false;
  seen.add(node);
  if (isProperty(node)) return propertyReaches(node, reach, search);
  if (ts.isTypeReferenceNode(node)) return nameReaches(node, node.typeName, reach, search);
  if (ts.isExpressionWithTypeArguments(node)) {
    return nameReaches(node, node.expression, reach, search);
  }
  if (ts.isIndexedAccessTypeNode(node) && reach !== 'member' && indexReaches(node, search)) {
    return true;
  }
  const within = ts.isConditionalTypeNode(node) || ts.isTypeParameterDeclaration(node);
  return childReaches(node, within ? 'argument' : reach, search);
}

function childReaches(node: ts.Node, reach: Reach, search: Search): boolean {
  return ts.forEachChild(node, (child) => reaches(child, reach, search)) === true;
}

function isProperty(node: ts.Node): node is ts.PropertySignature | ts.PropertyDeclaration {
  return ts.isPropertySignature(node) || ts.isPropertyDeclaration(node);
}

function propertyReaches(
  node: ts.PropertySignature | ts.PropertyDeclaration,
  reach: Reach,
  search: Search,
): boolean {
  if (reach === 'argument' && hasLimitTags(node)) return true;
  const within = reach === 'argument' ? 'argument' : 'member';
  return node.type !== undefined && reaches(node.type, within, search);
}

/** A name with type arguments: what it declares, and what its arguments reach. */
function nameReaches(
  { typeArguments }: ts.TypeReferenceNode | ts.ExpressionWithTypeArguments,
  name: ts.Node,
  reach: Reach,
  search: Search,
): boolean {
  if (typeArguments?.some((one) => reaches(one, 'argument', search)) === true) return true;
  const symbol = search.view.resolve(name);
  if (symbol === undefined || search.view.isBuiltIn(symbol)) return false;
  return (symbol.declarations ?? []).some((one) => {
    if (ts.isInterfaceDeclaration(one)) return childReaches(one, reach, search);
    if (!ts.isTypeAliasDeclaration(one)) return false;
    return (reach !== 'member' && hasLimitTags(one)) || childReaches(one, reach, search);
  });
}

/** The properties that `A['a']` may name. */
function indexReaches({ objectType }: ts.IndexedAccessTypeNode, search: Search): boolean {
  const { checker } = search.view;
  return checker
    .getPropertiesOfType(checker.getTypeFromTypeNode(objectType))
    .flatMap((property) => property.declarations ?? [])
    .some((one) => isProperty(one) && reaches(one, 'argument', search));
}
