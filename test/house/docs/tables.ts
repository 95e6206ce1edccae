import ts from 'typescript';
import { readText } from './pages.js';

/** The text below a heading, up to the next one of its rank. */
export function section(page: string, heading: string): string {
  const found = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`));
  if (found === undefined) throw new Error(`There is no section "${heading}".`);
  return found;
}

/** The cells of the first table below a heading, without its head. */
export function rows(text: string): readonly (readonly string[])[] {
  const [table = ''] = text.match(/(?:^\|.*\n)+/m) ?? [];
  const lines = table
    .trim()
    .split('\n')
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));
  return lines.map((line) => line.slice(1, -1)).slice(2);
}

/** The names in the first column of a table; one cell may name several. */
export function firstColumn(text: string): readonly string[] {
  return rows(text).flatMap(([names = '']) => names.replaceAll('`', '').split(', '));
}

/** The names of an interface's members, in a source file; those of the interfaces that it extends there too. */
export function membersOf(path: string, name: string): readonly string[] {
  const source = ts.createSourceFile(path, readText(path), ts.ScriptTarget.Latest, true);
  const interfaces = source.statements.filter(ts.isInterfaceDeclaration);
  const membersNamed = (wanted: string): readonly string[] | undefined => {
    const found = interfaces.find((one) => one.name.text === wanted);
    if (found === undefined) return undefined;
    const extended = (found.heritageClauses ?? [])
      .flatMap(({ types }) => types)
      .flatMap(({ expression }) => membersNamed(expression.getText()) ?? []);
    return [...extended, ...found.members.map((member) => member.name?.getText() ?? '')];
  };
  const members = membersNamed(name);
  if (members === undefined) throw new Error(`${path} has no ${name}`);
  return members;
}
