import { ts } from '../../../compiler/program/typescript.js';
import type { ExistingCode } from './existing-code.js';
import { propertyOf, textValue } from './literal-value.js';
import { decoratorCalls } from './source-file.js';

/** The arguments that a method takes, as far as its source shows them. */
export interface ArgumentNames {
  readonly names: ReadonlySet<string>;
  /** Whether there may be more: in a type that the source does not show. */
  readonly isOpen: boolean;
}

/** Reads the names of the parameters of a method, and of the properties of those with `@Arguments()`. */
export function argumentNames(node: ts.MethodDeclaration, { types }: ExistingCode): ArgumentNames {
  const names = new Set<string>();
  let isOpen = false;
  for (const parameter of node.parameters) {
    if (decoratorCalls(parameter, 'Arguments').length === 0) names.add(nameOf(parameter));
    else {
      const members = membersOf(parameter.type, types, 0);
      if (members === undefined) isOpen = true;
      for (const name of members ?? []) names.add(name);
    }
  }
  return { names, isOpen };
}

function nameOf(parameter: ts.ParameterDeclaration): string {
  const options = decoratorCalls(parameter, 'Param')[0]?.arguments[0];
  const stated = textValue(propertyOf(options, 'name'), parameter.getSourceFile());
  return stated ?? parameter.name.getText();
}

const DEEPEST = 10;

type Types = ExistingCode['types'];

function membersOf(
  node: ts.TypeNode | undefined,
  types: Types,
  depth: number,
): readonly string[] | undefined {
  if (node === undefined || depth > DEEPEST) return undefined;
  if (ts.isTypeLiteralNode(node)) return namesIn(node.members);
  if (ts.isIntersectionTypeNode(node))
    return joined(node.types.map((one) => membersOf(one, types, depth + 1)));
  if (!ts.isTypeReferenceNode(node) || node.typeArguments !== undefined) return undefined;
  return declared(node.typeName.getText(), types, depth + 1);
}

function declared(name: string, types: Types, depth: number): readonly string[] | undefined {
  const [declaration, ...others] = types.get(name) ?? [];
  if (declaration === undefined || others.length > 0 || depth > DEEPEST) return undefined;
  if (ts.isTypeAliasDeclaration(declaration)) return membersOf(declaration.type, types, depth);
  const bases = (declaration.heritageClauses ?? []).flatMap((clause) => [...clause.types]);
  return joined([
    namesIn(declaration.members),
    ...bases.map(({ expression }) => declared(expression.getText(), types, depth + 1)),
  ]);
}

function namesIn(members: Iterable<ts.ClassElement | ts.TypeElement>): readonly string[] {
  return [...members].flatMap(({ name }) =>
    name === undefined ? [] : [ts.isStringLiteralLike(name) ? name.text : name.getText()],
  );
}

function joined(lists: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  const known = lists.filter((list) => list !== undefined);
  return known.length === lists.length ? known.flat() : undefined;
}
