import { ts } from '../program/typescript.js';

/**
 * The docstrings on the line of a member itself: `{ /** @minimum 1 *\/ page: int }`. TypeScript takes
 * them for comments on what is before them, and a limit without effect would let everything through.
 */
export function inlineDocs(node: ts.Node): readonly ts.JSDoc[] {
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
