import { ts } from '../compiler/program/typescript.js';
import {
  COMMON,
  decoratorsOf,
  isValidationPipe,
  type NestDecorator,
  PACKAGE,
} from './nest-decorators.js';
import {
  absentTypes,
  admitsUndefined,
  isCheckedType,
  isPlainType,
  isPlainValue,
  type PipedValue,
  readPipes,
  shownType,
} from './parameter-types.js';
import { optionOf } from '../compiler/syntax/nodes.js';
import {
  type Edit,
  type ImportedNames,
  insert,
  type ImportedName,
  removeNode,
  replaceNode,
  readImports,
} from '../compiler/syntax/text-edits.js';

/** What a conversion reads a file with. */
export interface SourceReader {
  readonly imported: ImportedNames;
  readonly checker: ts.TypeChecker;
  /** The local name of our `@Param`. */
  readonly paramName: string;
}

/** What becomes of one parameter of a handler. */
export interface ParameterConversion {
  readonly edits: readonly Edit[];
  readonly imports: readonly ImportedName[];
  readonly notes: readonly string[];
  /** Nest fills it, through its pipes. */
  readonly isOfNest: boolean;
  /** The arguments that it takes, as clients name them. */
  readonly takes: readonly string[];
  /** The class whose properties are arguments. */
  readonly valueClass?: ts.ClassDeclaration;
  /** Why the handler cannot be converted. */
  readonly obstacle?: string;
}

const UNCHANGED: ParameterConversion = {
  edits: [],
  imports: [],
  notes: [],
  isOfNest: true,
  takes: [],
};

/** The types that a path cannot carry. */
const NOT_IN_PATHS: ReadonlySet<string> = new Set(['boolean', 'number']);

/** How a handler's parameters are converted. */
interface ParameterContext {
  readonly placeholders: ReadonlySet<string>;
  /** The arguments of the parameters before. */
  readonly taken: ReadonlySet<string>;
  /** Whether an argument that nothing required may be absent; its type must admit `undefined` then. */
  readonly keepsOptional: boolean;
  /** An interceptor of Nest reads the form, after arguments are read. */
  readonly hasFiles: boolean;
}

/** Converts one parameter; what is not understood stays with Nest, which still fills it. */
export function convertParameter(
  parameter: ts.ParameterDeclaration,
  reader: SourceReader,
  context: ParameterContext,
): ParameterConversion {
  const decorators = decoratorsOf(parameter, reader.imported);
  const label = parameter.name.getText();
  const [decorator] = decorators;
  if (decorator === undefined) {
    return { ...UNCHANGED, obstacle: `${label} has no decorator` };
  }
  if (decorator.module !== COMMON || decorators.length > 1) return UNCHANGED;
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
  // A placeholder needs a parameter of ours.
  const stays = (reason: string): ParameterConversion =>
    decorator.name === 'Param'
      ? { ...UNCHANGED, obstacle: `${label}: ${reason}` }
      : { ...UNCHANGED, notes: [`${label} stays with @${decorator.name}(): ${reason}.`] };
  if (isOfForm) return stays('an interceptor reads the form later');
  if (first === undefined || !ts.isStringLiteralLike(first)) {
    const unknown = decorator.arguments.find((pipe) => !isValidationPipe(pipe, reader.imported));
    return unknown === undefined
      ? convertObject(parameter, decorator, reader, context, stays)
      : stays(`${unknown.getText()} has no counterpart`);
  }
  const name = first.text;
  const read = readPipes(others, reader.imported);
  if (typeof read === 'string') return stays(`${read} has no counterpart`);
  const shown = shownType(parameter, decorator.name === 'Param', reader.checker);
  const piped = shown === undefined ? read : { type: shown, ...read };
  if (context.taken.has(name)) return stays(`another parameter takes ${name} already`);
  if (decorator.name === 'Param' && !context.placeholders.has(name)) {
    return stays(`the path has no :${name}`);
  }
  if (decorator.name !== 'Param' && context.placeholders.has(name)) {
    return stays(`the path has a value of this name`);
  }
  if (piped.type === undefined && !isPlainType(parameter, reader.checker)) {
    return stays('its type is no text, number, boolean, enum, or list of these');
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
  const isChecked = piped.isRequired === undefined && isCheckedType(parameter, reader.checker);
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
      ...(isChecked ? [`${local} is checked now: only ${base} is accepted.`] : []),
    ],
  };
}

function nowRequired(local: string, name: string, type: string): string {
  return `${local} is required now, as its type says: a request without ${name} is a 400. Write ${local}?: ${type} if clients leave it out.`;
}

function paramImport({ paramName: alias }: SourceReader): ImportedName {
  return { name: 'Param', module: PACKAGE, ...(alias === 'Param' ? {} : { alias }) };
}

/** A whole query or body: the properties of its class become arguments. */
function convertObject(
  parameter: ts.ParameterDeclaration,
  decorator: NestDecorator,
  { checker }: SourceReader,
  { placeholders, taken }: ParameterContext,
  stays: (reason: string) => ParameterConversion,
): ParameterConversion {
  const type = checker.getTypeAtLocation(parameter);
  const declaration = type.symbol?.declarations?.[0];
  const isClass = declaration !== undefined && ts.isClassDeclaration(declaration);
  const isShape =
    declaration !== undefined &&
    (ts.isInterfaceDeclaration(declaration) || ts.isTypeLiteralNode(declaration));
  if (!isClass && !isShape) return stays('its type is no class and no interface');
  if (declaration.getSourceFile().fileName.includes('/node_modules/')) {
    return stays('its type is that of a package');
  }
  const parameters = ts.isTypeLiteralNode(declaration) ? [] : (declaration.typeParameters ?? []);
  if (parameters.length > 0) return stays('its type is generic');
  const properties = checker.getPropertiesOfType(type);
  const takes = properties.map(({ name }) => name);
  if (takes.length === 0) return stays('its type has no properties');
  const isPlain = (one: ts.Symbol): boolean => isPlainValue(checker.getTypeOfSymbol(one), checker);
  if (isShape && !properties.every(isPlain)) return stays('its type has more than plain values');
  const isFromPath = decorator.name === 'Param';
  const isText = (one: ts.Symbol): boolean =>
    (checker.getTypeOfSymbol(one).flags & ts.TypeFlags.StringLike) !== 0;
  if (isFromPath && !properties.every((one) => placeholders.has(one.name) && isText(one))) {
    return stays('its type has more than the texts of the path');
  }
  const clash = takes.find((name) => taken.has(name) || (!isFromPath && placeholders.has(name)));
  if (clash !== undefined) return stays(`another parameter takes ${clash} already`);
  return {
    edits: [replaceNode(decorator.node, '@Arguments()')],
    imports: [{ name: 'Arguments', module: PACKAGE }],
    notes: properties.some(hasValidator)
      ? []
      : [
          `${parameter.name.getText()} is checked now: its properties must have their types, and other properties are left out.`,
        ],
    isOfNest: false,
    takes,
    ...(isClass ? { valueClass: declaration } : {}),
  };
}

/** Whether a property has a decorator of class-validator. */
function hasValidator({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some((one) =>
    decoratorsOf(one, readImports(one.getSourceFile())).some(
      ({ module }) => module === 'class-validator',
    ),
  );
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
