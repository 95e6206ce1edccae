import { ts } from '../../compiler/program/typescript.js';
import { optionOf } from '../../compiler/syntax/nodes.js';
import { readImports } from '../../compiler/syntax/text-edits.js';
import { calleeOf, COMMON } from '../nest-decorators.js';

/** The effect of pipes on a value. */
export interface PipedValue {
  readonly type?: string;
  readonly initializer?: string;
  readonly format?: 'Uuid';
  readonly pattern?: string;
  readonly isOptional?: boolean;
  /** A pipe rejects an absent value. */
  readonly isRequired?: boolean;
  /** A difference between the schema and the pipe, which a person must know. */
  readonly note?: string;
}

/** Options of a pipe about the error that it throws: errors of arguments are the same for all. */
const ERROR_OPTIONS = ['errorHttpStatusCode', 'exceptionFactory'];

/** The types that built-in pipes make. `ParseDatePipe` has none: it takes every text that `Date` does. */
const TYPES: Readonly<Record<string, string>> = {
  ParseIntPipe: 'int',
  ParseFloatPipe: 'number',
  ParseBoolPipe: 'boolean',
};

/** The options of built-in pipes that are read; another one, such as a separator, has no counterpart. */
const OPTIONS: ReadonlySet<string> = new Set(['optional', 'items', 'version', ...ERROR_OPTIONS]);

/** The effect of pipes on a value, or the name of one that has no counterpart. */
export function readPipes(pipes: readonly ts.Expression[]): PipedValue | string {
  const values = pipes.map(readPipe);
  const unknown = values.find((value) => typeof value === 'string');
  const stated = pipes.flatMap((pipe) =>
    ERROR_OPTIONS.filter((name) => pipe.getText().includes(name)),
  );
  const note = stated.length === 0 ? {} : { note: `${stated.join(', ')} of its pipe is gone` };
  return unknown ?? (Object.assign({}, ...values, note) as PipedValue);
}

function readPipe(pipe: ts.Expression): PipedValue | string {
  const { name, module } = calleeOf(pipe, readImports(pipe.getSourceFile()));
  // A pipe of the application may have the name of one of Nest's.
  if (module !== COMMON) return `${name} of the application`;
  const [options, further] = ts.isNewExpression(pipe) ? (pipe.arguments ?? []) : [];
  const stated = [options, further].flatMap((one) =>
    one !== undefined && ts.isObjectLiteralExpression(one) ? [...one.properties] : [],
  );
  const isOf = (node: ts.ObjectLiteralElementLike): boolean =>
    OPTIONS.has(node.name?.getText() ?? '') || /^separator: ['"],['"]$/.test(node.getText());
  if (name !== 'ValidationPipe' && name !== 'DefaultValuePipe' && !stated.every(isOf))
    return pipe.getText();
  const isOptional = [options, further].some(
    (one) => optionOf(one, 'optional')?.kind === ts.SyntaxKind.TrueKeyword,
  );
  const of = (type: string): PipedValue => ({ type, isOptional, isRequired: !isOptional });
  const type = TYPES[name];
  if (type !== undefined) return of(type);
  switch (name) {
    case 'ValidationPipe':
      return {};
    case 'ParseUUIDPipe':
      return {
        ...of('string'),
        format: 'Uuid',
        ...versionPattern(optionOf(options, 'version')?.getText()),
      };
    case 'ParseEnumPipe':
      return options === undefined ? name : of(options.getText());
    case 'ParseArrayPipe': {
      const item = ITEMS[optionOf(options, 'items')?.getText() ?? 'String'];
      return item === undefined
        ? name
        : {
            ...of(`${item}[]`),
            ...(item === 'string' ? { note: 'blanks divide its list too, not only commas' } : {}),
          };
    }
    case 'DefaultValuePipe':
      return options === undefined ? name : { initializer: options.getText() };
    default:
      return name;
  }
}

/** The digit of a UUID that is its version. */
function versionPattern(version: string | undefined): PipedValue {
  const digit = /^['"]?([1-9])['"]?$/.exec(version ?? '')?.[1];
  return digit === undefined ? {} : { pattern: `^.{14}${digit}` };
}

const ITEMS: Readonly<Record<string, string>> = {
  String: 'string',
  Number: 'number',
  Boolean: 'boolean',
};

const PLAIN =
  ts.TypeFlags.StringLike |
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.BooleanLike |
  ts.TypeFlags.Undefined |
  ts.TypeFlags.Null;

/** Texts of any content. */
const TEXTS = ts.TypeFlags.String | ts.TypeFlags.Undefined | ts.TypeFlags.Null;

/** Whether a parameter is a text, a number, a boolean, an enum, or a list of these. Nest makes no date of a text. */
export function isPlainType(parameter: ts.ParameterDeclaration, checker: ts.TypeChecker): boolean {
  if (parameter.type === undefined && parameter.initializer === undefined) return true;
  const type = checker.getTypeAtLocation(parameter);
  const parts = type.isUnion() ? type.types : [type];
  return isPlainValue(type, checker) && !parts.some((one) => one.symbol?.name === 'Date');
}

/** Whether the type of a parameter rejects values of a query, or of a body: before, nothing checked them. */
export function isCheckedType(
  parameter: ts.ParameterDeclaration,
  isOfBody: boolean,
  checker: ts.TypeChecker,
): boolean {
  if (parameter.type === undefined) return false;
  // JSON has other values than texts.
  if (isOfBody) return true;
  const isText = (type: ts.Type): boolean =>
    type.isUnion() ? type.types.every(isText) : (type.flags & TEXTS) !== 0;
  return !isText(checker.getTypeFromTypeNode(parameter.type));
}

export function isPlainValue(type: ts.Type, checker: ts.TypeChecker): boolean {
  if (type.isUnion()) return type.types.every((one) => isPlainValue(one, checker));
  if ((type.flags & PLAIN) !== 0 || type.symbol?.name === 'Date') return true;
  const [item] = checker.isArrayType(type)
    ? checker.getTypeArguments(type as ts.TypeReference)
    : [];
  return item !== undefined && isPlainValue(item, checker);
}

/**
 * The type of a value where its annotation is not the one to keep: a path carries whole numbers, and a type that
 * is taken out of a class, `User['id']`, has no decorators there.
 */
export function shownType(
  { type: node, name }: ts.ParameterDeclaration,
  isFromPath: boolean,
  checker: ts.TypeChecker,
): string | undefined {
  if (node === undefined) return undefined;
  const type = checker.getTypeAtLocation(name);
  const isOf = (flags: ts.TypeFlags) => (one: ts.Type) => (one.flags & flags) !== 0;
  const parts = type.isUnion() ? type.types : [type];
  const isTaken = ts.isIndexedAccessTypeNode(node);
  if (isOf(ts.TypeFlags.Number)(type)) {
    if (isFromPath) return 'int';
    return isTaken ? 'number' : undefined;
  }
  const isMixed = isFromPath && parts.some(isOf(ts.TypeFlags.Number));
  return parts.some(isOf(ts.TypeFlags.String)) && (isTaken || isMixed) ? 'string' : undefined;
}

export function admitsUndefined(
  parameter: ts.ParameterDeclaration,
  checker: ts.TypeChecker,
): boolean {
  const type = checker.getTypeAtLocation(parameter);
  if (absentTypes(parameter).includes('undefined')) return true;
  return type.isUnion() && type.types.some(({ flags }) => (flags & ts.TypeFlags.Undefined) !== 0);
}

/** ` | undefined` where the annotation of a parameter has it, and ` | null`. Without `strictNullChecks`, its type has neither. */
export function absentTypes({ type }: ts.ParameterDeclaration): string {
  if (type === undefined || !ts.isUnionTypeNode(type)) return '';
  const texts = new Set(type.types.map((one) => one.getText()));
  return ['null', 'undefined']
    .filter((name) => texts.has(name))
    .map((name) => ` | ${name}`)
    .join('');
}
