import type { ArgumentSchema } from '../../schema/vocabulary.js';

/** What a placeholder of a type matches: WordPress's own expressions. */
export function valueExpression(schema: ArgumentSchema | undefined): string {
  if (schema?.enum !== undefined) {
    return `(?:${textsOf(schema.enum).map(escape).join('|')})`;
  }
  return schema?.type === 'integer' ? '\\d+' : '[^/]+';
}

/** A path carries texts and numbers; the rules accept no other values. */
export function textsOf(values: NonNullable<ArgumentSchema['enum']>): readonly string[] {
  return values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
