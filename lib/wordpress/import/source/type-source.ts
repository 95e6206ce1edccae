import type { EnumSignature, ObjectSignature, TypeSignature } from '../../../types/type.js';
import { type NamedSignature, type TypeNames, typeKey } from '../type-names.js';
import { tagsOf } from '../types.js';
import { literal, propertyName, docComment, docLines } from './literal.js';
import type { ImportLines } from './module-source.js';

export interface SourceContext {
  readonly imports: ImportLines;
  readonly names: TypeNames;
  readonly fileOf: (name: string) => string;
}

/** Adds the imports that the type needs. */
export function typeText(type: TypeSignature, context: SourceContext): string {
  const text = nonNullText(type, context);
  return type.nullable === true ? `${text} | null` : text;
}

function nonNullText(type: TypeSignature, context: SourceContext): string {
  switch (type.kind) {
    case 'integer':
      return context.imports.type('int');
    case 'number':
    case 'string':
    case 'boolean':
      return type.kind;
    case 'date':
      return 'Date';
    case 'any':
      return 'unknown';
    case 'request':
      return context.imports.type('RestRequest');
    case 'file':
      return context.imports.type('UploadedFile');
    case 'class':
      return localType(type.name, context);
    case 'opaque':
      return type.text;
    case 'array':
      return listText(typeText(type.items, context));
    case 'union':
      return type.options.map((option) => typeText(option, context)).join(' | ');
    case 'enum':
      return nameIn(type, context) ?? valuesText(type);
    case 'object':
      return type.properties === undefined && type.additional !== undefined
        ? `Record<string, ${typeText(type.additional, context)}>`
        : (nameIn(type, context) ?? objectText(type, context));
  }
}

function listText(items: string): string {
  return items.includes('|') ? `(${items})[]` : `${items}[]`;
}

function nameIn(type: NamedSignature, context: SourceContext): string | undefined {
  const named = context.names.types.get(typeKey(type));
  return named && localType(named.name, context);
}

/** Imported unless this file declares it. */
function localType(name: string, { imports, fileOf }: SourceContext): string {
  const file = fileOf(name);
  return file === imports.path ? name : imports.type(name, imports.specifierOf(file));
}

/** `'view' | 'edit'` */
export function valuesText({ values }: EnumSignature): string {
  return values.map(literal).join(' | ');
}

export function objectText(
  { properties = [], additional }: ObjectSignature,
  context: SourceContext,
): string {
  const members = properties.map((property) => {
    const { name, type, optional, description } = property;
    const docs = docComment([...docLines(description), ...tagsOf(property)], '  ');
    return `${docs}  ${propertyName(name)}${optional === true ? '?' : ''}: ${typeText(type, context)};\n`;
  });
  const others =
    additional === undefined ? '' : `  [name: string]: ${typeText(additional, context)};\n`;
  return `{\n${members.join('')}${others}}`;
}
