import { NullRecord } from '../../shared/null-record.js';
import { malformed } from './malformed.js';

/** One parameter, or none between two semicolons. */
const PARAMETER =
  /;[ \t]*(?:([\w!#$%&'*+.^`|~-]+)=(?:"((?:\\"|[^"])*)"|([^\s";]*))[ \t]*)?(?=;|$)/y;

/**
 * The parameters of a header, from the first semicolon on, by their names in lower case; `undefined` where
 * they are malformed. A quote within quotes has a backslash before it; any other backslash is a character.
 *
 * @throws RestException for a parameter that is stated twice: two parsers could take two values.
 * @see RFC 9110 5.6.6
 */
export function readParameters(header: string): Readonly<Record<string, string>> | undefined {
  const text = header.trimStart();
  const parameters = new NullRecord<string>();
  PARAMETER.lastIndex = 0;
  for (let end = 0; end < text.length; end = PARAMETER.lastIndex) {
    const match = PARAMETER.exec(text);
    if (match === null) return undefined;
    const [, name, quoted, bare = ''] = match;
    if (name === undefined) continue;
    const key = name.toLowerCase();
    if (Object.hasOwn(parameters, key)) throw malformed(`a parameter twice: ${key.slice(0, 64)}`);
    parameters[key] = quoted?.replaceAll('\\"', '"') ?? bare;
  }
  return parameters;
}
