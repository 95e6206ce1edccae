import { ts } from '../../compiler/program/typescript.js';
import { readImports, replaceNode } from '../../compiler/syntax/text-edits.js';
import type {
  ParameterContext,
  ParameterConversion,
  SourceReader,
} from './parameter-conversion.js';
import { decoratorsOf, type NestDecorator, PACKAGE } from '../nest-decorators.js';
import { isPlainValue } from './parameter-types.js';
import type { Validation } from './validation-pipes.js';

/** A whole query or body: the properties of its class become arguments. */
export function convertObject(
  parameter: ts.ParameterDeclaration,
  decorator: NestDecorator,
  { checker }: SourceReader,
  context: ParameterContext,
  validation: Validation,
  stays: (reason: string) => ParameterConversion,
): ParameterConversion {
  const type = checker.getTypeAtLocation(parameter);
  const declaration = type.symbol?.declarations?.[0];
  const isClass = declaration !== undefined && ts.isClassDeclaration(declaration);
  const isShape =
    declaration !== undefined &&
    (ts.isInterfaceDeclaration(declaration) || ts.isTypeLiteralNode(declaration));
  if (!isClass && !isShape) return stays('its type is not a class or an interface');
  if (declaration.getSourceFile().fileName.includes('/node_modules/')) {
    return stays('its type is that of a package');
  }
  const parameters = ts.isTypeLiteralNode(declaration) ? [] : (declaration.typeParameters ?? []);
  if (parameters.length > 0) return stays('its type is generic');
  const properties = checker.getPropertiesOfType(type);
  const isFromPath = decorator.name === 'Param';
  const obstacle =
    propertiesObstacle(properties, isShape, isFromPath, checker, context) ??
    (isClass ? pipesObstacle(properties, isFromPath, checker, context, validation) : undefined);
  if (obstacle !== undefined) return stays(obstacle);
  return {
    edits: [replaceNode(decorator.node, '@Arguments()')],
    imports: [{ name: 'Arguments', module: PACKAGE }],
    notes: checkedNotes(
      parameter.name.getText(),
      isClass ? declaration.name?.text : undefined,
      properties,
      validation,
    ),
    isOfNest: false,
    takes: properties.map(({ name }) => name),
    rejectsOthers: isClass && !isFromPath && validation.rejectsOthers,
    ...(isClass ? { valueClass: declaration } : {}),
  };
}

/** Why the properties of a type cannot be arguments of their own. */
function propertiesObstacle(
  properties: readonly ts.Symbol[],
  isShape: boolean,
  isFromPath: boolean,
  checker: ts.TypeChecker,
  { placeholders, taken }: ParameterContext,
): string | undefined {
  if (properties.length === 0) return 'its type has no properties';
  if (isShape && !properties.every((one) => isPlain(one, checker))) {
    return 'its type has more than plain values';
  }
  const isText = (one: ts.Symbol): boolean =>
    (checker.getTypeOfSymbol(one).flags & ts.TypeFlags.StringLike) !== 0;
  if (isFromPath && !properties.every((one) => placeholders.has(one.name) && isText(one))) {
    return 'its type has more than the texts of the path';
  }
  const clash = properties.find(
    ({ name }) => taken.has(name) || (!isFromPath && placeholders.has(name)),
  );
  return clash === undefined ? undefined : `another parameter takes ${clash.name} already`;
}

function isPlain(property: ts.Symbol, checker: ts.TypeChecker): boolean {
  return isPlainValue(checker.getTypeOfSymbol(property), checker);
}

/** The effect of pipes on an instance of a class that arguments do not have. */
function pipesObstacle(
  properties: readonly ts.Symbol[],
  isFromPath: boolean,
  checker: ts.TypeChecker,
  { rejectionObstacle }: ParameterContext,
  { objectObstacle, whitelists, rejectsOthers }: Validation,
): string | undefined {
  if (objectObstacle !== undefined) return objectObstacle;
  const bare = properties.find((one) => !hasValidator(one));
  if (bare !== undefined && !whitelists && properties.some(hasValidator)) {
    return `without whitelist, the method gets ${bare.name}, which has no rule`;
  }
  if (!rejectsOthers || isFromPath) return undefined;
  const isFlat = properties.every((one) => isPlain(one, checker));
  const inside = isFlat ? undefined : 'names in nested objects are not rejected';
  const reason = rejectionObstacle ?? inside;
  return reason === undefined ? undefined : `forbidNonWhitelisted has no counterpart, ${reason}`;
}

/** Remarks on checks and on removed properties that are new. */
function checkedNotes(
  label: string,
  className: string | undefined,
  properties: readonly ts.Symbol[],
  { validates, whitelists, transforms }: Validation,
): readonly string[] {
  const isRuled = properties.some(hasValidator);
  const rules = isRuled ? `by the rules of ${className}` : 'its properties must have their types';
  const isChecked = !isRuled || !validates;
  return [
    ...(isChecked ? [`${label} is checked now: ${rules}, and other properties are left out.`] : []),
    ...(isChecked || whitelists ? [] : [`${label}: properties without a rule are left out now.`]),
    ...(className === undefined || transforms
      ? []
      : [`${label} is an instance of ${className} now.`]),
    ...(className !== undefined && transforms && properties.some(isOptional)
      ? [`${label} has no property that the request leaves out; ValidationPipe may set undefined.`]
      : []),
  ];
}

function isOptional({ flags }: ts.Symbol): boolean {
  return (flags & ts.SymbolFlags.Optional) !== 0;
}

/** Whether a property has a rule of class-validator. */
function hasValidator({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some((one) =>
    decoratorsOf(one, readImports(one.getSourceFile())).some(
      ({ module }) => module === 'class-validator',
    ),
  );
}
