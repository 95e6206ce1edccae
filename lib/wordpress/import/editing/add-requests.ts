import { ts } from '../../../compiler/program/typescript.js';
import { parseSource } from '../existing/source-file.js';
import { withInsertions } from './text-edits.js';

/** Adds the rows of the table `REQUESTS` of a generated test to that of a test; unchanged where it has none. */
export function addRequests(path: string, text: string, generated: string): string {
  const rows = tableIn(path, generated)?.elements.map((row) => row.getText()) ?? [];
  const table = tableIn(path, text);
  if (table === undefined || rows.length === 0) return text;
  const end = table.elements.at(-1)?.getEnd();
  const list = rows.join(',\n  ');
  const added = end === undefined ? `\n  ${list},\n` : `,\n  ${list}`;
  return withInsertions(text, [{ at: end ?? table.getStart() + 1, text: added }]);
}

function tableIn(path: string, text: string): ts.ArrayLiteralExpression | undefined {
  const declarations = parseSource(path, text)
    .statements.filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations]);
  const table = declarations.find(({ name }) => name.getText() === 'REQUESTS')?.initializer;
  return table !== undefined && ts.isArrayLiteralExpression(table) ? table : undefined;
}
