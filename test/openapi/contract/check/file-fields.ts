import type { Schema } from '../document.js';
import { FileValue } from '../request.js';

/** The names of fields for files. A text in the place of a file is no file. */
export function fileNames({ properties = {} }: Schema): ReadonlySet<string> {
  const fields = Object.entries(properties as Readonly<Record<string, Schema>>);
  const isFile = ({ format, items }: Schema) =>
    format === 'binary' || (items as Schema | undefined)?.['format'] === 'binary';
  return new Set(fields.filter(([, field]) => isFile(field)).map(([name]) => name));
}

export function holdsFiles(value: unknown): boolean {
  return [value].flat().some((one) => one instanceof FileValue);
}
