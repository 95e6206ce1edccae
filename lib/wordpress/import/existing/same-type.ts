import { nodesIn } from '../../../compiler/syntax/nodes.js';
import { ts } from '../../../compiler/program/typescript.js';
import type { TypeDeclaration } from './existing-code.js';

/** The tags on a line of a doc comment: `@minimum 1`. Descriptions are ignored. */
const TAGS = /(?<=^|[\s*])@\w.*?(?=\s*(?:\*\/)?$)/gm;

/** Not compared: a formatter adds and removes them. */
const PUNCTUATION: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.CommaToken,
  ts.SyntaxKind.SemicolonToken,
  ts.SyntaxKind.BarToken,
  ts.SyntaxKind.OpenParenToken,
  ts.SyntaxKind.CloseParenToken,
]);

/** Whether two declarations have the same members, with the same limits and defaults, however they are formatted. */
export function isSameType(one: TypeDeclaration, other: TypeDeclaration): boolean {
  return comparableText(one) === comparableText(other);
}

function comparableText(node: TypeDeclaration): string {
  const text = node.getSourceFile().text.slice(node.getStart(), node.getEnd());
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, undefined, text);
  const parts: string[] = [];
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    if (kind === ts.SyntaxKind.MultiLineCommentTrivia) {
      parts.push(...(scanner.getTokenText().match(TAGS) ?? []));
    } else if (kind > ts.SyntaxKind.LastTriviaToken && !PUNCTUATION.has(kind)) {
      const value = scanner.getTokenValue();
      const isText = kind === ts.SyntaxKind.StringLiteral;
      parts.push(isText ? JSON.stringify(value) : scanner.getTokenText());
    }
  }
  return parts.join(' ');
}

/**
 * The names of the types that some files use, also within one another.
 *
 * @param declarationsOf The declarations of a name.
 */
export function usedTypes(
  files: readonly ts.SourceFile[],
  declarationsOf: (name: string) => readonly TypeDeclaration[],
): ReadonlySet<string> {
  const used = new Set<string>();
  const visit = (node: ts.Node): void => {
    for (const { typeName } of nodesIn(node, ts.isTypeReferenceNode)) {
      const name = typeName.getText();
      if (used.has(name)) continue;
      used.add(name);
      declarationsOf(name).forEach(visit);
    }
  };
  files.forEach(visit);
  return used;
}
