import { FILES_TYPE, FileValue, JSON_TYPE, type ContractRequest, type Values } from '../request.js';

/** A request as it goes out. */
export interface WireRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

const BOUNDARY = 'contract-boundary';

/** The headers by which a caller is known. */
type Callers = (name: string) => Readonly<Record<string, string>>;

const NAMED: Callers = (name) => ({ 'x-user': name });

/** Writes the values of a request in the styles of the document. */
export function wireOf(request: ContractRequest, callers: Callers = NAMED): WireRequest {
  const { to, path, query, headers, body, caller } = request;
  const { parameters = [], requestBody } = to.operation;
  const styles = Object.fromEntries(parameters.map((one) => [one.name, one]));
  const filled = to.path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(path[name]));
  const search = pairsText(styledPairs(query, styles));
  const type = body?.type === FILES_TYPE ? `${FILES_TYPE}; boundary=${BOUNDARY}` : body?.type;
  return {
    method: to.method.toUpperCase(),
    target: search === '' ? filled : `${filled}?${search}`,
    headers: {
      ...Object.fromEntries(Object.entries(headers).map(([name, one]) => [name, String(one)])),
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(caller === undefined ? {} : callers(caller)),
    },
    ...(body === undefined
      ? {}
      : { body: bodyOf(body, requestBody?.content[body.type]?.encoding ?? {}) }),
  };
}

function bodyOf(
  { type, value }: NonNullable<ContractRequest['body']>,
  encoding: Readonly<Record<string, Style>>,
): Buffer {
  if (type === JSON_TYPE) return Buffer.from(JSON.stringify(value));
  const pairs = styledPairs(value as Values, encoding);
  return type === FILES_TYPE ? formOf(pairs) : Buffer.from(pairsText(pairs));
}

type Pair = readonly [name: string, value: string | FileValue, type?: string];

/** How the document says that a value is written. */
export interface Style {
  readonly style?: string;
  readonly explode?: boolean;
  readonly contentType?: string;
}

/** The values as the document says that they are written. */
function styledPairs(values: Values, styles: Readonly<Record<string, Style>>): readonly Pair[] {
  return Object.entries(values).flatMap(([name, value]) =>
    pairsIn(name, value, styles[name] ?? {}),
  );
}

function pairsIn(
  name: string,
  value: unknown,
  { style, explode, contentType }: Style,
): readonly Pair[] {
  if (contentType === JSON_TYPE) {
    // Each item of a list is a part.
    return [value].flat().map((one) => [name, JSON.stringify(one), JSON_TYPE]);
  }
  if (!Array.isArray(value) || style !== 'form' || value.some(isStructure)) {
    return namedPairs(name, value);
  }
  const texts = value.filter((item) => item !== null).map(scalarText);
  if (explode !== false) return texts.map((text) => [name, text]);
  return texts.length === 0 ? [] : [[name, texts.join(',')]];
}

function pairsText(pairs: readonly Pair[]): string {
  return pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
}

/** UTF-8 has no half of a surrogate pair. */
function encoded(value: unknown): string {
  return encodeURIComponent(Buffer.from(String(value)).toString());
}

/** As PHP names values: `tags[]=a`, `lines[0][sku]=x`. Null, and what is empty, cannot be written. */
export function pairsOf(values: Values): readonly Pair[] {
  return Object.entries(values).flatMap(([name, value]) => namedPairs(name, value));
}

function namedPairs(name: string, value: unknown): readonly Pair[] {
  if (value === null || value === undefined) return [];
  if (value instanceof FileValue) return [[name, value]];
  if (Array.isArray(value) && name.endsWith('[]') && !value.some(isStructure)) {
    return value.flatMap((item) => (item === null ? [] : [[name, scalarText(item)] as const]));
  }
  const stem = name.replace(/\[\]$/, '');
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([key, inner]) => namedPairs(`${stem}[${key}]`, inner));
  }
  return [[name, scalarText(value)]];
}

function isStructure(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(value instanceof FileValue);
}

function scalarText(value: unknown): string | FileValue {
  return value instanceof FileValue ? value : String(value);
}

function formOf(pairs: readonly Pair[]): Buffer {
  const parts = pairs.map(([name, value, type]) => {
    const isFile = value instanceof FileValue;
    const stated = type === undefined ? '' : `\r\nContent-Type: ${type}`;
    const about = isFile ? `; filename="file.bin"\r\nContent-Type: ${value.type}` : stated;
    const disposition = `Content-Disposition: form-data; name="${name.replaceAll('"', '%22')}"`;
    return `--${BOUNDARY}\r\n${disposition}${about}\r\n\r\n${isFile ? value.content : value}\r\n`;
  });
  return Buffer.from(`${parts.join('')}--${BOUNDARY}--\r\n`);
}
