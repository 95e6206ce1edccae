import ts from 'typescript';
import { parseSource } from './library.js';

/** The title of a test or of a `describe`. */
export interface Title {
  readonly text: string;
  readonly line: number;
  /** Whether the test is never skipped. */
  readonly runs: boolean;
}

const CALLS = new Set(['it', 'test', 'describe']);
const NOT_RUN = new Set(['skip', 'todo', 'skipIf']);

/** The titles of the tests of a source. */
export function titlesIn(code: string): readonly Title[] {
  const titles: Title[] = [];
  const source = parseSource('tests.ts', code);
  const visit = (node: ts.Node, isSkipped: boolean): void => {
    const found = ts.isCallExpression(node) ? titledCall(node) : undefined;
    const skips = isSkipped || found?.skips === true;
    if (found !== undefined) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      titles.push({ text: found.text, line: line + 1, runs: !skips });
    }
    ts.forEachChild(node, (child) => visit(child, skips));
  };
  visit(source, false);
  return titles;
}

function titledCall(
  node: ts.CallExpression,
): { readonly text: string; readonly skips: boolean } | undefined {
  const [name = '', ...modifiers] = namesOf(node.expression);
  const [title] = node.arguments;
  if (!CALLS.has(name) || title === undefined) return undefined;
  const skips = modifiers.some((modifier) => NOT_RUN.has(modifier));
  if (ts.isStringLiteralLike(title)) return { text: title.text, skips };
  // The parts of a template between its placeholders.
  return ts.isTemplateExpression(title) ? { text: title.getText(), skips } : undefined;
}

/** `describe.each(ADAPTERS)` as `['describe', 'each']`. */
function namesOf(callee: ts.Expression): readonly string[] {
  if (ts.isIdentifier(callee)) return [callee.text];
  if (ts.isPropertyAccessExpression(callee))
    return [...namesOf(callee.expression), callee.name.text];
  if (ts.isCallExpression(callee)) return namesOf(callee.expression);
  return ts.isTaggedTemplateExpression(callee) ? namesOf(callee.tag) : [];
}
