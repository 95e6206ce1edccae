import { ts } from '../../../compiler/program/typescript.js';
import { classesOf, decoratorCalls, parseSource } from '../existing/source-file.js';
import { withInsertions, type Insertion } from './text-edits.js';

/** Adds the members of a generated class to a class: routes behind the last route, permissions at its end. */
export function addMembers(
  path: string,
  text: string,
  generated: string,
  className: string,
): string {
  const node = classNamed(path, text, className);
  const fresh = classNamed(path, generated, className);
  if (node === undefined || fresh === undefined) return text;
  const routes = fresh.members.filter(isRoute).map(memberText);
  const permissions = fresh.members.filter((member) => !isRoute(member)).map(memberText);
  const lastRoute = node.members.findLast(isRoute);
  const last = node.members.at(-1);
  const end = last?.getEnd() ?? bodyStart(node);
  return withInsertions(text, [
    ...insertion(lastRoute?.getEnd() ?? end, routes),
    ...insertion(end, permissions),
  ]);
}

function insertion(at: number, members: readonly string[]): readonly Insertion[] {
  return members.length === 0 ? [] : [{ at, text: members.map((one) => `\n\n  ${one}`).join('') }];
}

/** With its docstring. */
function memberText(member: ts.ClassElement): string {
  const { text } = member.getSourceFile();
  return text.slice(member.getFullStart(), member.getEnd()).trim();
}

function isRoute(member: ts.ClassElement): boolean {
  return decoratorCalls(member, 'RestRoute').length > 0;
}

function classNamed(path: string, text: string, name: string): ts.ClassDeclaration | undefined {
  return classesOf(parseSource(path, text)).find((one) => one.name?.text === name);
}

/** Behind the brace that opens the body. */
function bodyStart(node: ts.ClassDeclaration): number {
  return node.members.pos;
}
