import type { FileContent } from '../../routes/file-content.js';
import { httpError } from '../../diagnostics/http-error-catalogue.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import { NullRecord } from '../../shared/records.js';

/** Names a media type by the content of a file; `undefined` where no signature is known. */
export type DetectMediaType = (content: FileContent) => Promise<string | undefined>;

/** `forRoot({ uploads })`, checked. Sizes are in bytes. */
export interface UploadSettings {
  readonly maxFileSize: number;
  readonly maxFiles: number;
  readonly maxFields: number;
  /** Of the small files of one request. */
  readonly memoryLimit: number;
  /** Of temporary files; exists. */
  readonly folder: string;
  /** Of everything in a form that is no content of a file. */
  readonly bodyLimit: number;
  /** Absent where no parameter states media types. */
  readonly detect?: DetectMediaType | undefined;
}

/** The error for a body that is no valid form: `a part without a name`. */
export function malformed(reason: string): RestException {
  return httpError('rest_invalid_body', `the form has ${reason}`);
}

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
