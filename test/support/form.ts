import { Buffer } from 'node:buffer';

/** A part of a form, as a client writes it. */
export interface FormPart {
  readonly name: string;
  /** A file where it is there. */
  readonly filename?: string;
  readonly type?: string;
  readonly content: string | Buffer;
}

export const BOUNDARY = 'xXbOuNdArYXx';
export const FORM_HEADERS = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

/** A request with a form. */
export function form(...parts: readonly FormPart[]): {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
} {
  const written = parts.flatMap(({ content, ...part }) => [
    Buffer.from(headOf(part)),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return { headers: FORM_HEADERS, body: Buffer.concat([...written, Buffer.from(endOf())]) };
}

export function headOf({ name, filename, type }: Omit<FormPart, 'content'>): string {
  const file = filename === undefined ? '' : `; filename="${filename}"`;
  const media = type === undefined ? '' : `\r\nContent-Type: ${type}`;
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}${media}\r\n\r\n`;
}

export function endOf(): string {
  return `--${BOUNDARY}--\r\n`;
}
