import { ts } from '../compiler/program/typescript.js';
import { optionOf } from '../compiler/syntax/nodes.js';
import type { ImportedNames } from '../compiler/syntax/text-edits.js';
import { calleeOf, COMMON } from './nest-decorators.js';

/** What pipes say of a value. */
export interface PipedValue {
  readonly type?: string;
  readonly initializer?: string;
  readonly format?: 'Uuid';
  readonly isOptional?: boolean;
  /** A pipe rejects an absent value. */
  readonly isRequired?: boolean;
}

/** The types that built-in pipes make. */
const TYPES: Readonly<Record<string, string>> = {
  ParseIntPipe: 'int',
  ParseFloatPipe: 'number',
  ParseBoolPipe: 'boolean',
  ParseDatePipe: 'Date',
};

/** What pipes say of a value, or the name of one that has no counterpart. */
export function readPipes(
  pipes: readonly ts.Expression[],
  imported: ImportedNames,
): PipedValue | string {
  const values = pipes.map((pipe) => readPipe(pipe, imported));
  const unknown = values.find((value) => typeof value === 'string');
  return unknown ?? (Object.assign({}, ...values) as PipedValue);
}

function readPipe(pipe: ts.Expression, imported: ImportedNames): PipedValue | string {
  const { name, module } = calleeOf(pipe, imported);
  // A pipe of the application may have the name of one of Nest's.
  if (module !== COMMON) return `${name} of the application`;
  const [options] = ts.isNewExpression(pipe) ? (pipe.arguments ?? []) : [];
  const isOptional = optionOf(options, 'optional')?.kind === ts.SyntaxKind.TrueKeyword;
  const of = (type: string): PipedValue => ({ type, isOptional, isRequired: !isOptional });
  const type = TYPES[name];
  if (type !== undefined) return of(type);
  switch (name) {
    case 'ValidationPipe':
      return {};
    case 'ParseUUIDPipe':
      return { ...of('string'), format: 'Uuid' };
    case 'ParseEnumPipe':
      return options === undefined ? name : of(options.getText());
    case 'ParseArrayPipe': {
      const item = ITEMS[optionOf(options, 'items')?.getText() ?? 'String'];
      return item === undefined ? name : of(`${item}[]`);
    }
    case 'DefaultValuePipe':
      return options === undefined ? name : { initializer: options.getText() };
    default:
      return name;
  }
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

/** Whether a parameter is a text, a number, a boolean, a date, an enum, or a list of these. */
export function isPlainType(parameter: ts.ParameterDeclaration, checker: ts.TypeChecker): boolean {
  if (parameter.type === undefined && parameter.initializer === undefined) return true;
  return isPlainValue(checker.getTypeAtLocation(parameter), checker);
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
  return type.isUnion() && type.types.some(({ flags }) => (flags & ts.TypeFlags.Undefined) !== 0);
}
