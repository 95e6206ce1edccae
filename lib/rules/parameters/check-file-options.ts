import type { FileOptions } from '../../model/declaration/param-options.js';
import type { ParameterDeclaration } from '../../model/declaration/parameter-declaration.js';
import { BYTE_SIZE_FORM, parseByteSize } from '../../model/files/byte-size.js';
import type { FileLimits } from '../../model/files/file-limits.js';
import { MEDIA_RANGE_FORM, parseMediaRange } from '../../model/files/media-range.js';
import type { TypeDiagnostic } from '../../model/types/type-schema.js';
import { mergeObjects } from '../../shared/merge-objects.js';

type ParsedOptions = Pick<FileLimits, 'maxSize' | 'mediaTypes'>;

/** Parses `maxSize` and `mediaTypes`, or says what is wrong with them. */
export function checkFileOptions(source: ParameterDeclaration): ParsedOptions | TypeDiagnostic[] {
  const { maxSize, mediaTypes } = fileOptionsIn(source);
  const size = maxSize === undefined ? undefined : parseByteSize(maxSize);
  const ranges = mediaTypes === undefined ? undefined : parseRanges(mediaTypes);
  const wrong = [
    ...(size === undefined && maxSize !== undefined ? [unreadableSize(maxSize)] : []),
    ...(ranges === undefined && mediaTypes !== undefined ? [unreadableTypes(mediaTypes)] : []),
  ];
  if (wrong.length > 0) return wrong;
  return mergeObjects(
    size === undefined ? {} : { maxSize: size },
    ranges === undefined ? undefined : { mediaTypes: ranges },
  );
}

/** The options of files on a parameter that is none would have no effect. */
export function misplacedFileOptions(source: ParameterDeclaration): readonly TypeDiagnostic[] {
  return Object.keys(fileOptionsIn(source)).map((received) => ({
    code: 'RR1006',
    expected: `a parameter of the type UploadedFile beside ${received}`,
    received,
  }));
}

/** What the source and `@Param` state; `@Param` takes precedence. */
function fileOptionsIn({ signature, options = {} }: ParameterDeclaration): FileOptions {
  const { maxSize, mediaTypes } = options;
  return mergeObjects(
    signature?.files ?? {},
    maxSize === undefined ? undefined : { maxSize },
    mediaTypes === undefined ? undefined : { mediaTypes },
  );
}

/** `undefined` where one of them is none. */
function parseRanges(stated: unknown): readonly string[] | undefined {
  if (!Array.isArray(stated) || stated.length === 0) return undefined;
  const ranges = stated.map(parseMediaRange).filter((range) => range !== undefined);
  return ranges.length === stated.length ? Object.freeze(ranges) : undefined;
}

function unreadableSize(received: unknown): TypeDiagnostic {
  const expected = `maxSize: ${BYTE_SIZE_FORM}`;
  return { code: 'RR1006', expected, received: textOf(received) };
}

function unreadableTypes(received: unknown): TypeDiagnostic {
  const expected = `mediaTypes: a list of ${MEDIA_RANGE_FORM}`;
  return { code: 'RR1006', expected, received: textOf(received) };
}

function textOf(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
