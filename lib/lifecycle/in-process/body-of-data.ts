import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import { UploadedFile } from '../../routes/file-content.js';
import { NullRecord } from '../../shared/records.js';
import { NO_BODY, type Body } from '../arguments/body.js';

/** As deep as a JSON body may nest. */
const MAXIMUM_LEVELS = 512;

/**
 * The body of an in-process request from data: what JSON would carry, without the text. Dates and other
 * objects with `toJSON` become what it returns; files stay as they are. The data are copied, since a route
 * may change what it receives.
 *
 * @throws InvalidArgumentException on what JSON cannot carry: a bigint, or more levels than a body may have.
 */
export function bodyOfData(data: unknown): Body {
  if (data === undefined) return NO_BODY;
  const whole = copy(data, 1);
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) {
    return { kind: 'parameters', value: NO_BODY.value, whole };
  }
  const value = whole as Record<string, unknown>;
  const files = takeFiles(value);
  return files === undefined
    ? { kind: 'parameters', value, whole }
    : { kind: 'parameters', value, whole, files };
}

/** Files are no parameters: only a parameter that takes files finds them. */
function takeFiles(value: Record<string, unknown>): Record<string, unknown> | undefined {
  let files: Record<string, unknown> | undefined;
  for (const [name, item] of Object.entries(value)) {
    if (!isFiles(item)) continue;
    files ??= new NullRecord<unknown>();
    files[name] = item;
    delete value[name];
  }
  return files;
}

function isFiles(value: unknown): boolean {
  if (value instanceof UploadedFile) return true;
  return (
    Array.isArray(value) && value.length > 0 && value.every((one) => one instanceof UploadedFile)
  );
}

function copy(value: unknown, level: number): unknown {
  if (typeof value === 'bigint') throw invalid('a bigint, which JSON does not have');
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null || value instanceof UploadedFile) return value;
  if (level > MAXIMUM_LEVELS) throw invalid(`more than ${MAXIMUM_LEVELS} levels`);
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    return copy(Reflect.apply(value.toJSON, value, ['']), level + 1);
  }
  if (Array.isArray(value)) return value.map((item) => copy(item, level + 1) ?? null);
  return copyObject(value, level);
}

function copyObject(value: object, level: number): Record<string, unknown> {
  const record = new NullRecord<unknown>();
  for (const [name, item] of Object.entries(value)) {
    const copied = copy(item, level + 1);
    if (copied !== undefined) record[name] = copied;
  }
  return record;
}

function invalid(what: string): InvalidArgumentException {
  return new InvalidArgumentException(`RestDispatcher: the body has ${what}.`);
}
