import type { Parameters } from '../../model/request/request-parameters.js';
import { NullRecord } from '../../shared/null-record.js';
import { decodeParameter, MAXIMUM_PARAMETERS, tooMany } from './malformed-parameters.js';

const EQUALS = 61;
const UNDERSCORE = 95;
const HYPHEN = 45;

/**
 * A fast parser of the usual case, names of letters, digits, `_` and `-` only. `undefined` where a name may
 * nest or has another character.
 */
export function parsePlain(text: string): Parameters | undefined {
  const record = new NullRecord<unknown>();
  let count = 0;
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf('&', start);
    if (end === -1) end = text.length;
    if (end === start) continue;
    const nameEnd = plainNameEnd(text, start, end);
    if (nameEnd === undefined) return undefined;
    if (++count > MAXIMUM_PARAMETERS) throw tooMany();
    record[text.slice(start, nameEnd)] =
      nameEnd === end ? '' : decodeParameter(text.slice(nameEnd + 1, end));
  }
  return record;
}

/** The end of a plain name, at `=` or at the end of its pair; `undefined` for any other name. */
function plainNameEnd(text: string, start: number, end: number): number | undefined {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === EQUALS) return at === start ? undefined : at;
    const isPlain =
      (code >= 97 && code <= 122) ||
      (code >= 65 && code <= 90) ||
      (code >= 48 && code <= 57) ||
      code === UNDERSCORE ||
      code === HYPHEN;
    if (!isPlain) return undefined;
  }
  return end;
}
