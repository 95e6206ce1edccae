import type { DeclaredProperty, DeclaredType, ObjectType } from './declared-type.js';

/** The text of a type in a diagnostic. */
export function nameOfType(type: DeclaredType): string {
  const suffix = type.nullable === true ? ' | null' : '';
  return `${nameOfNonNull(type)}${suffix}`;
}

function nameOfNonNull(type: DeclaredType): string {
  switch (type.kind) {
    case 'array':
      return `${inBrackets(type.items)}[]`;
    case 'enum':
      return type.values.map((value) => JSON.stringify(value)).join(' | ');
    case 'class':
      return type.handle.name;
    case 'union':
      return type.options.map(nameOfType).join(' | ');
    case 'object':
      return type.name ?? nameOfObject(type);
    case 'any':
      return 'unknown';
    case 'file':
      return 'UploadedFile';
    case 'opaque':
      return type.text;
    default:
      return type.kind;
  }
}

function inBrackets(items: DeclaredType): string {
  const isUnion = items.kind === 'union' || items.kind === 'enum' || items.nullable === true;
  return isUnion ? `(${nameOfType(items)})` : nameOfType(items);
}

function nameOfObject({ properties = [], additional }: ObjectType): string {
  if (additional !== undefined && properties.length === 0) {
    return `Record<string, ${nameOfType(additional)}>`;
  }
  return `{ ${properties.map(nameOfProperty).join('; ')} }`;
}

function nameOfProperty({ name, optional }: DeclaredProperty): string {
  return optional === true ? `${name}?` : name;
}
