import type { CheckedArgument } from '../definition/parameter-definition.js';
import {
  defaultOf,
  fileOptionsIn,
  isRequiredBy,
  limitsIn,
  type ParameterDeclaration,
} from '../declaration/parameter-declaration.js';
import type { DeclaredType } from '../../types/type.js';
import { type TypeDiagnostic, nullableSchema } from '../../types/type-schema.js';
import { checkSchema } from '../../schema/check-schema.js';
import type { ArgumentSchema, ValueSchema } from '../../schema/vocabulary.js';
import { mergeObjects, withoutUndefined } from '../../shared/records.js';
import { optionDetails } from './parameter-finding.js';
import {
  BYTE_SIZE_FORM,
  parseByteSize,
  type FileLimits,
  MEDIA_RANGE_FORM,
  parseMediaRange,
} from '../../types/files.js';

const FILE: ValueSchema = Object.freeze({ type: 'string', format: 'binary' });
const NO_LIMITS: ReadonlySet<string> = new Set();
const LIST_LIMITS: ReadonlySet<string> = new Set(['minItems', 'maxItems']);

export function checkFileArgument(
  source: ParameterDeclaration,
  name: string,
  type: DeclaredType,
): CheckedArgument | TypeDiagnostic[] {
  const isList = type.kind === 'array';
  const options = checkFileOptions(source);
  const wrong = [...wrongLimits(source, isList), ...wrongDefault(source, isList)];
  if (Array.isArray(options)) return [...options, ...wrong];
  if (wrong.length > 0) return wrong;
  const schema = fileSchema(source, type);
  const { minItems, maxItems } = schema;
  const file = { isList, ...options, minItems, maxItems };
  const { index, options: { match } = {} } = source;
  return { kind: 'argument', index, name, schema, hydrations: [], match, file };
}

/** Rejects limits of a schema, except those of the number of files. */
function wrongLimits(source: ParameterDeclaration, isList: boolean): readonly TypeDiagnostic[] {
  const limits = limitsIn(source);
  const allowed = isList ? LIST_LIMITS : NO_LIMITS;
  const misplaced = Object.keys(limits).find((name) => !allowed.has(name));
  if (misplaced !== undefined) {
    const others = isList ? ', minItems and maxItems' : '';
    const expected = `a file with no other limits than maxSize, mediaTypes${others}`;
    return [{ code: 'RR1006', expected, received: misplaced }];
  }
  const counts: ValueSchema = { type: 'array', items: { type: 'string' }, ...limits };
  return isList ? checkSchema(counts).map((one) => optionDetails(one)) : [];
}

function wrongDefault(source: ParameterDeclaration, isList: boolean): readonly TypeDiagnostic[] {
  const fallback = defaultOf(source);
  if (fallback === undefined || fallback === null) return [];
  if (isList && Array.isArray(fallback) && fallback.length === 0) return [];
  const expected = isList ? 'null, [] or no default' : 'null or no default';
  return [{ code: 'RR1015', expected, received: JSON.stringify(fallback) }];
}

/** The schema for documents. WordPress has no schema for files, and its clients ignore an unknown format. */
function fileSchema(
  source: ParameterDeclaration,
  { kind, nullable }: DeclaredType,
): ArgumentSchema {
  const { options, signature } = source;
  const bare: ValueSchema =
    kind === 'array' ? { type: 'array', items: FILE, ...limitsIn(source) } : FILE;
  const description = options?.description ?? signature?.description;
  const schema = nullable === true ? nullableSchema(bare) : bare;
  return mergeObjects(schema, withoutUndefined({ description }), {
    required: isRequiredBy(source),
    ...withoutUndefined({ default: defaultOf(source) }),
  });
}

function checkFileOptions(
  source: ParameterDeclaration,
): Pick<FileLimits, 'maxSize' | 'mediaTypes'> | TypeDiagnostic[] {
  const { maxSize, mediaTypes } = fileOptionsIn(source);
  const size = maxSize === undefined ? undefined : parseByteSize(maxSize);
  const ranges = mediaTypes === undefined ? undefined : parseRanges(mediaTypes);
  const wrong = [
    ...(size === undefined && maxSize !== undefined ? [malformedSize(maxSize)] : []),
    ...(ranges === undefined && mediaTypes !== undefined ? [malformedTypes(mediaTypes)] : []),
  ];
  if (wrong.length > 0) return wrong;
  return { maxSize: size, mediaTypes: ranges };
}

/** `undefined` if one of them is not a range. */
function parseRanges(stated: unknown): readonly string[] | undefined {
  if (!Array.isArray(stated) || stated.length === 0) return undefined;
  const ranges = stated.map(parseMediaRange).filter((range) => range !== undefined);
  return ranges.length === stated.length ? Object.freeze(ranges) : undefined;
}

function malformedSize(received: unknown): TypeDiagnostic {
  const expected = `maxSize: ${BYTE_SIZE_FORM}`;
  return { code: 'RR1006', expected, received: textOf(received) };
}

function malformedTypes(received: unknown): TypeDiagnostic {
  const expected = `mediaTypes: a list of ${MEDIA_RANGE_FORM}`;
  return { code: 'RR1006', expected, received: textOf(received) };
}

function textOf(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
