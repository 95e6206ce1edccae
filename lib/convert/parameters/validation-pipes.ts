import { ts } from '../../compiler/program/typescript.js';
import { calleeOf, constantOf, isValidationPipe } from '../nest-decorators.js';
import { readImports } from '../../compiler/syntax/text-edits.js';

/** The effect of the pipes in front of a value, as far as a conversion must know it. */
export interface Validation {
  /** Why a whole query or body is not the same as arguments. */
  readonly objectObstacle: string | undefined;
  /** Why a single value is not. */
  readonly valueObstacle: string | undefined;
  /** What `ValidationPipe` does, any of them. */
  readonly validates: boolean;
  readonly whitelists: boolean;
  readonly transforms: boolean;
  readonly rejectsOthers: boolean;
}

/** The options of one pipe; a text for a pipe of another class. */
interface PipeOptions {
  readonly isTrue: ReadonlySet<string>;
  /** Without a counterpart, by name. */
  readonly lost: readonly string[];
  /** The pipe may have any option, or one that concerns each value. */
  readonly concernsValues: boolean;
}

/** The options that have a counterpart. */
const KNOWN: ReadonlySet<string> = new Set(['transform', 'whitelist', 'forbidNonWhitelisted']);

/** They change only what `exceptionFactory` and the log get. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set(['validationError', 'enableDebugMessages']);

/** Reads pipes of which each one sees a value. */
export function readValidation(
  pipes: readonly ts.Expression[],
  checker: ts.TypeChecker,
): Validation {
  const read = pipes.map((pipe) => readPipe(pipe, checker));
  const others = read.filter((one) => typeof one === 'string');
  const options = read.filter((one) => typeof one !== 'string');
  const lost = [...new Set(options.flatMap((one) => one.lost))];
  const ofOthers =
    others.length === 0 ? undefined : `${others.join(', ')} sees only what Nest fills`;
  const ofOptions =
    lost.length === 0 ? undefined : `${lost.join(', ')} of ValidationPipe has no counterpart`;
  const isTrue = (name: string): boolean => options.some((one) => one.isTrue.has(name));
  return {
    objectObstacle: ofOthers ?? ofOptions,
    valueObstacle: ofOthers ?? (options.some((one) => one.concernsValues) ? ofOptions : undefined),
    validates: options.length > 0,
    whitelists: isTrue('whitelist'),
    transforms: isTrue('transform'),
    rejectsOthers: options.some(
      (one) => one.isTrue.has('whitelist') && one.isTrue.has('forbidNonWhitelisted'),
    ),
  };
}

function readPipe(pipe: ts.Expression, checker: ts.TypeChecker): PipeOptions | string {
  const made = constantOf(pipe, checker) ?? pipe;
  if (!isValidationPipe(made)) {
    return calleeOf(made, readImports(made.getSourceFile())).name;
  }
  const [stated] = ts.isNewExpression(made) ? (made.arguments ?? []) : [];
  if (stated === undefined) return { isTrue: new Set(), lost: [], concernsValues: false };
  const options = constantOf(stated, checker);
  if (options === undefined || !ts.isObjectLiteralExpression(options)) {
    return { isTrue: new Set(), lost: [stated.getText()], concernsValues: true };
  }
  const lost = lostOptions(options, checker);
  const isSpread = options.properties.some((one) => ts.isSpreadAssignment(one));
  return {
    isTrue: new Set(
      options.properties
        .filter((one) => valueOf(one, checker)?.kind === ts.SyntaxKind.TrueKeyword)
        .map((one) => one.name?.getText() ?? ''),
    ),
    lost,
    concernsValues: isSpread || lost.includes('expectedType'),
  };
}

/** The options that a literal changes and that have no counterpart, those of `transformOptions` by their own names. */
function lostOptions(
  options: ts.ObjectLiteralExpression,
  checker: ts.TypeChecker,
): readonly string[] {
  return options.properties.flatMap((property) => {
    const name = property.name?.getText() ?? property.getText();
    const value = valueOf(property, checker);
    if (WITHOUT_EFFECT.has(name) || isDefault(name, value)) return [];
    if (KNOWN.has(name) && value?.kind === ts.SyntaxKind.TrueKeyword) return [];
    const isNested = name === 'transformOptions' && value !== undefined;
    return isNested && ts.isObjectLiteralExpression(value) ? lostOptions(value, checker) : [name];
  });
}

/** The value of a property, if the source shows it. */
function valueOf(
  property: ts.ObjectLiteralElementLike,
  checker: ts.TypeChecker,
): ts.Expression | undefined {
  return ts.isPropertyAssignment(property)
    ? (constantOf(property.initializer, checker) ?? property.initializer)
    : undefined;
}

/** All options that are true or false are false by default, but one of class-transformer. */
function isDefault(name: string, value: ts.Expression | undefined): boolean {
  const text = value?.getText();
  if (name === 'exposeUnsetFields') return text === 'true';
  if (name === 'errorHttpStatusCode') return text === '400' || text === 'HttpStatus.BAD_REQUEST';
  return text === 'false' || text === 'undefined';
}
