import { UploadedFile } from '../model/request/uploaded-file.js';

/** A field or a file of a form. */
type Entry = readonly [name: string, value: string | Blob];

/**
 * The form that a client would fill with an object: files as parts of their own, other values as texts
 * under PHP's names (`tags[]`, `lines[0][sku]`, `size[width]`). A form has no null: null is left out.
 */
export async function fillForm(value: object): Promise<FormData> {
  const form = new FormData();
  const entries = Object.entries(value).map(([name, member]) => entriesOf(name, member));
  for (const [name, member] of (await Promise.all(entries)).flat()) form.append(name, member);
  return form;
}

async function entriesOf(name: string, value: unknown): Promise<readonly Entry[]> {
  if (value === undefined || value === null) return [];
  if (value instanceof Blob) return [[name, value]];
  if (value instanceof UploadedFile) return [[name, await blobOf(value)]];
  if (value instanceof Date) return [[name, value.toISOString()]];
  if (typeof value !== 'object') return [[name, textOf(value)]];
  const isPlainList = Array.isArray(value) && !value.some(hasMembers);
  const members = Object.entries(value).map(([key, member]) =>
    entriesOf(isPlainList ? `${name}[]` : `${name}[${key}]`, member),
  );
  return (await Promise.all(members)).flat();
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

async function blobOf(file: UploadedFile): Promise<File> {
  return new File([new Uint8Array(await file.bytes())], file.name, { type: file.type });
}

/** Whether a value is an object or a list, whose members have names of their own. */
function hasMembers(value: unknown): boolean {
  const isLeaf = value instanceof Blob || value instanceof UploadedFile || value instanceof Date;
  return typeof value === 'object' && value !== null && !isLeaf;
}
