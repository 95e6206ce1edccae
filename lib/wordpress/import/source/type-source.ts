import { type TypeNames, nodeKey } from '../type-names.js';
import type { ObjectNode, TypeNode, ValuesNode } from '../types.js';
import { literal, propertyName, docComment, docLines } from './literal.js';
import type { ImportLines } from './module-source.js';

/** Where the text of a file is written. */
export interface SourceContext {
  readonly imports: ImportLines;
  readonly names: TypeNames;
  /** The file that declares a type of the project. */
  readonly fileOf: (name: string) => string;
}

/** A type as text, with the imports that it needs. */
export function typeText(node: TypeNode, context: SourceContext): string {
  switch (node.kind) {
    case 'plain':
      return node.text === 'int' ? context.imports.type('int') : node.text;
    case 'list':
      return listText(typeText(node.items, context));
    case 'record':
      return `Record<string, ${typeText(node.values, context)}>`;
    case 'union':
      return node.options.map((option) => typeText(option, context)).join(' | ');
    default:
      return namedText(node, context);
  }
}

function listText(items: string): string {
  return items.includes('|') ? `(${items})[]` : `${items}[]`;
}

function namedText(node: ObjectNode | ValuesNode, context: SourceContext): string {
  const named = context.names.nodes.get(nodeKey(node));
  if (named !== undefined) return localType(named.name, context);
  return node.kind === 'values' ? valuesText(node) : objectText(node, context);
}

/** The name of a type of the project, imported unless this file declares it. */
export function localType(name: string, { imports, fileOf }: SourceContext): string {
  const file = fileOf(name);
  return file === imports.path ? name : imports.type(name, imports.specifierOf(file));
}

/** `'view' | 'edit'` */
export function valuesText({ values }: ValuesNode): string {
  return values.map(literal).join(' | ');
}

/** The body of an interface. */
export function objectText({ properties, isOpen }: ObjectNode, context: SourceContext): string {
  const members = properties.map(({ name, type, isOptional, description, tags }) => {
    const docs = docComment([...docLines(description), ...tags], '  ');
    return `${docs}  ${propertyName(name)}${isOptional ? '?' : ''}: ${typeText(type, context)};\n`;
  });
  const others = isOpen ? '  [name: string]: unknown;\n' : '';
  return `{\n${members.join('')}${others}}`;
}
