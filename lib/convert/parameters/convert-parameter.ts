import { ts } from '../../compiler/program/typescript.js';
import {
  COMMON,
  decoratorsOf,
  isValidationPipe,
  type NestDecorator,
  PACKAGE,
} from '../nest-decorators.js';
import {
  absentTypes,
  admitsUndefined,
  isCheckedType,
  isPlainType,
  type PipedValue,
  readPipes,
  shownType,
} from './parameter-types.js';
import { optionOf } from '../../compiler/syntax/nodes.js';
import { convertObject } from './convert-object.js';
import type {
  ParameterContext,
  ParameterConversion,
  SourceReader,
} from './parameter-conversion.js';
import { standsFor } from './own-decorators.js';
import { readValidation } from './validation-pipes.js';
import {
  type Edit,
  insert,
  type ImportedName,
  removeNode,
  replaceNode,
} from '../../compiler/syntax/text-edits.js';

const UNCHANGED: ParameterConversion = {
  edits: [],
  imports: [],
  notes: [],
  isOfNest: true,
  takes: [],
};

/** The types that a path cannot carry. */
const NOT_IN_PATHS: ReadonlySet<string> = new Set(['boolean', 'number']);

/** Converts one parameter; what is not understood stays with Nest, which still fills it. */
export function convertParameter(
  parameter: ts.ParameterDeclaration,
  reader: SourceReader,
  context: ParameterContext,
): ParameterConversion {
  const decorators = decoratorsOf(parameter, reader.imported);
  const label = parameter.name.getText();
  const [written] = decorators;
  if (written === undefined) {
    return { ...UNCHANGED, obstacle: `${label} has no decorator` };
  }
  const decorator = written.module === COMMON ? written : standsFor(written, reader.checker);
  if (decorator === undefined || decorators.length > 1) return UNCHANGED;
  switch (decorator.name) {
    case 'Res':
    case 'Response':
      return isPassthrough(decorator)
        ? UNCHANGED
        : { ...UNCHANGED, obstacle: `@${decorator.name}() sends the response itself` };
    case 'Next':
      return { ...UNCHANGED, obstacle: '@Next() passes the request on' };
    case 'Param':
    case 'Query':
    case 'Body':
      return convertArgument(parameter, decorator, reader, context);
    default:
      return UNCHANGED;
  }
}

function convertArgument(
  parameter: ts.ParameterDeclaration,
  decorator: NestDecorator,
  reader: SourceReader,
  context: ParameterContext,
): ParameterConversion {
  const [first, ...others] = decorator.arguments;
  const label = parameter.name.getText();
  const isOfForm = context.hasFiles && decorator.name === 'Body';
  // A placeholder needs a parameter of the library.
  const stays = (reason: string): ParameterConversion =>
    decorator.name === 'Param'
      ? { ...UNCHANGED, obstacle: `${label}: ${reason}` }
      : { ...UNCHANGED, notes: [`${label} stays with @${decorator.name}(): ${reason}.`] };
  if (isOfForm) return stays('an interceptor reads the form later');
  if (decorator.name !== 'Param' && context.readers.length > 0) {
    const readers = context.readers.join(', ');
    return {
      ...UNCHANGED,
      notes: [
        `@Query() and @Body() stay, because what is in front may read the same value: ${readers}.`,
      ],
    };
  }
  const ofParameter = decorator.arguments.filter((pipe) => isValidationPipe(pipe));
  const validation = readValidation([...context.pipes, ...ofParameter], reader.checker);
  if (first === undefined || !ts.isStringLiteralLike(first)) {
    const unknown = decorator.arguments.find((pipe) => !isValidationPipe(pipe));
    return unknown === undefined
      ? convertObject(parameter, decorator, reader, context, validation, stays)
      : stays(`${unknown.getText()} has no counterpart`);
  }
  if (decorator.name !== 'Param' && validation.valueObstacle !== undefined) {
    return stays(validation.valueObstacle);
  }
  const name = first.text;
  const read = readPipes(others);
  if (typeof read === 'string') return stays(`${read} has no counterpart`);
  const shown = shownType(parameter, decorator.name === 'Param', reader.checker);
  const piped = shown === undefined ? read : { type: shown, ...read };
  const clash = nameObstacle(name, decorator.name === 'Param', context);
  if (clash !== undefined) return stays(clash);
  if (piped.type === undefined && !isPlainType(parameter, reader.checker)) {
    return stays('its type is not a text, number, boolean, enum, or list of these');
  }
  if (
    decorator.name === 'Param' &&
    NOT_IN_PATHS.has(piped.type ?? parameter.type?.getText() ?? '')
  ) {
    return stays('a path carries whole numbers, texts and enums');
  }
  return {
    ...convertNamed(parameter, decorator, name, piped, reader, context),
    isOfNest: false,
    takes: [name],
  };
}

function nameObstacle(
  name: string,
  isFromPath: boolean,
  { taken, placeholders }: ParameterContext,
): string | undefined {
  if (taken.has(name)) return `another parameter takes ${name} already`;
  if (isFromPath === placeholders.has(name)) return undefined;
  return isFromPath ? `the path has no :${name}` : 'the path has a value of this name';
}

function convertNamed(
  parameter: ts.ParameterDeclaration,
  decorator: NestDecorator,
  name: string,
  piped: PipedValue,
  reader: SourceReader,
  { keepsOptional }: ParameterContext,
): Omit<ParameterConversion, 'takes' | 'isOfNest'> {
  const local = parameter.name.getText();
  const options = [
    ...(local === name ? [] : [`name: ${literal(name)}`]),
    ...(piped.format === undefined ? [] : [`format: Format.${piped.format}`]),
    ...(piped.pattern === undefined ? [] : [`pattern: ${literal(piped.pattern)}`]),
  ];
  const ours = `@${reader.paramName}({ ${options.join(', ')} })`;
  const edits: Edit[] = [
    options.length === 0 ? removeNode(decorator.node) : replaceNode(decorator.node, ours),
  ];
  const isFromPath = decorator.name === 'Param';
  const mayBeAbsent =
    parameter.questionToken !== undefined ||
    parameter.initializer !== undefined ||
    piped.initializer !== undefined ||
    admitsUndefined(parameter, reader.checker);
  const wasOptional =
    piped.isOptional === true || (!isFromPath && piped.isRequired !== true && !mayBeAbsent);
  const makesOptional = wasOptional && !mayBeAbsent && keepsOptional;
  const followed = isFollowedByRequired(parameter);
  const declared = parameter.type?.getText();
  const kept = piped.type === undefined || piped.isRequired === true ? '' : absentTypes(parameter);
  const base = `${piped.type ?? declared ?? 'string'}${kept}`;
  const type = makesOptional && followed ? `${base} | undefined` : base;
  const mark = makesOptional && !followed ? '?' : '';
  if (type !== declared || mark !== '') {
    const question = parameter.questionToken === undefined ? mark : '?';
    const keepsDeclared = parameter.initializer !== undefined && parameter.type === undefined;
    if (!keepsDeclared || piped.type !== undefined) {
      const end = (parameter.type ?? parameter.questionToken ?? parameter.name).getEnd();
      edits.push({ start: parameter.name.getEnd(), end, text: `${question}: ${type}` });
    }
  }
  if (piped.initializer !== undefined && parameter.initializer === undefined) {
    edits.push(insert(parameter.getEnd(), ` = ${piped.initializer}`));
  }
  const becameRequired = wasOptional && !mayBeAbsent && !keepsOptional;
  return {
    edits,
    imports: [
      ...(piped.type === 'int' ? [{ name: 'int', module: PACKAGE, isType: true }] : []),
      ...(options.length === 0 ? [] : [paramImport(reader)]),
      ...(piped.format === undefined ? [] : [{ name: 'Format', module: PACKAGE }]),
    ],
    notes: [
      ...(becameRequired ? [nowRequired(local, name, base)] : []),
      ...(piped.note === undefined ? [] : [`${local}: ${piped.note}.`]),
      ...clientNotes(parameter, decorator, { ...piped, type: base }, name, reader),
    ],
  };
}

/** Differences that a client sees: values that are rejected now, with their status and text. */
function clientNotes(
  parameter: ts.ParameterDeclaration,
  { name: source }: NestDecorator,
  { type, format, isRequired }: PipedValue & { readonly type: string },
  name: string,
  { checker }: SourceReader,
): readonly string[] {
  const isFromPath = source === 'Param';
  const hasPipe = isRequired !== undefined;
  const isChecked = !hasPipe && isCheckedType(parameter, source === 'Body', checker);
  const expected = type === 'int' ? 'of digits only' : `one of ${type}`;
  return [
    ...(isFromPath && type !== 'string'
      ? [`a path whose ${name} is not ${expected} is a 404 now.`]
      : []),
    ...(isChecked && !isFromPath
      ? [`${parameter.name.getText()} is checked now: it is ${type}, and other values are a 400.`]
      : []),
    // A pipe of Nest has a text of its own.
    ...(hasPipe && (!isFromPath || format !== undefined)
      ? [`a 400 because of ${name} has the text of the library now.`]
      : []),
  ];
}

function nowRequired(local: string, name: string, type: string): string {
  return `${local} is required now, as its type says: a request without ${name} is a 400. Write ${local}?: ${type} if clients leave it out.`;
}

function paramImport({ paramName: alias }: SourceReader): ImportedName {
  return { name: 'Param', module: PACKAGE, ...(alias === 'Param' ? {} : { alias }) };
}

/** A parameter with `?` cannot be followed by one that is required. */
function isFollowedByRequired(parameter: ts.ParameterDeclaration): boolean {
  const { parameters } = parameter.parent;
  return parameters
    .slice(parameters.indexOf(parameter) + 1)
    .some(({ questionToken, initializer }) => !questionToken && !initializer);
}

function literal(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

function isPassthrough({ arguments: [options] }: NestDecorator): boolean {
  return optionOf(options, 'passthrough')?.kind === ts.SyntaxKind.TrueKeyword;
}
