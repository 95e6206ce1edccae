import type { ArgumentClass } from '../arguments/argument-layout.js';
import type { NamedType } from '../typenames/name-types.js';
import { propertySource } from './argument-source.js';
import { docComment, docLines } from './doc-comment.js';
import { objectText, valuesText, type SourceContext } from './type-source.js';

/** The text of a file with the types of arguments; they refer to one another in any order. */
export function argumentsSource(types: readonly NamedType[], context: SourceContext): string {
  const body = types.map((type) => declarationText(type, context)).join('\n');
  return `${context.imports.toString()}\n${body}`;
}

function declarationText({ name, declared }: NamedType, context: SourceContext): string {
  if (!('kind' in declared)) return classText(name, declared, context);
  if (declared.kind === 'values') return `export type ${name} = ${valuesText(declared)};\n`;
  return `export interface ${name} ${objectText(declared, context)}\n`;
}

function classText(
  name: string,
  { args, description }: ArgumentClass,
  context: SourceContext,
): string {
  const members = args.map((arg) => {
    const docs = docComment(docLines(arg.schema.description), '  ');
    return `${docs}  ${propertySource(arg, context)}\n`;
  });
  const head = `@${context.imports.value('ValueClass')}()\nexport class ${name} {\n`;
  return `${docComment(docLines(description), '')}${head}${members.join('')}}\n`;
}
