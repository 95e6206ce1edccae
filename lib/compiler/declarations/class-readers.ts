import { extendsMadeClass, lineageOf, type Ancestor } from '../classes/lineage.js';
import type { ParameterReading } from './read-parameter.js';
import { readProperties } from './read-value-class.js';
import type { ProjectView } from '../program/project-view.js';
import { ts, type Checker } from '../program/typescript.js';
import { decoratorsOf, isValueClass, type KnownDecorator } from '../syntax/decorators.js';
import { isAbstract, isPublic } from '../syntax/nodes.js';
import { createTypeScope } from '../types/read-type.js';
import type { ParameterDeclaration } from '../../routes/declaration/parameter-declaration.js';
import type { ClassReaders, ClassTraits } from '../../routes/declaration/route-declaration.js';
import type { ClassHandle } from '../../types/type.js';

/** Each class is read once. */
export function createClassReaders(view: ProjectView): ClassReaders {
  return {
    properties: readOnce((symbol) => propertiesOf(symbol, view)),
    traits: readOnce((symbol) => traitsOf(symbol, view)),
  };
}

function readOnce<Result>(
  read: (symbol: ts.Symbol) => Result | undefined,
): (handle: ClassHandle) => Result | undefined {
  const known = new Map<unknown, Result | undefined>();
  return ({ ref }) => {
    if (!known.has(ref)) known.set(ref, ref === undefined ? undefined : read(ref as ts.Symbol));
    return known.get(ref);
  };
}

/**
 * It is compiled already, or its properties have decorators of another package, or a call such as `PickType(CreateDto,
 * ['email'])` has made them. The checker knows only their names; until startup, they count as texts.
 */
function checkedAtStartup(symbol: ts.Symbol, { checker }: ProjectView): ParameterDeclaration[] {
  const names = checker
    .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol))
    .filter(({ flags }) => (flags & ts.SymbolFlags.Property) !== 0)
    .map(({ name }) => name);
  return (names.length === 0 ? ['property'] : names).map((name, index) => ({
    index,
    filledByNest: false,
    statesInjection: false,
    signature: { name, type: { kind: 'string' } },
  }));
}

function propertiesOf(
  symbol: ts.Symbol,
  view: ProjectView,
): readonly ParameterDeclaration[] | undefined {
  const { valueDeclaration: node } = symbol;
  if (node === undefined || !ts.isClassLike(node) || node.getSourceFile().isDeclarationFile) {
    return checkedAtStartup(symbol, view);
  }
  view.visit(node);
  const properties = readProperties(node, createTypeScope(view, node));
  // `PartialType(CreateDto)` and the like have properties without a declaration in the source.
  const isMade = extendsMadeClass(node, view);
  if (isValueClass(node, view)) {
    const own = declarationsOf(properties);
    if (own === undefined || !isMade) return own ?? checkedAtStartup(symbol, view);
    const names = new Set(own.map(({ signature }) => signature?.name));
    const others = checkedAtStartup(symbol, view).filter(
      ({ signature }) => !names.has(signature?.name),
    );
    return [...own, ...others];
  }
  return isMade ||
    properties.some(({ node: { modifiers } }) => modifiers?.some(ts.isDecorator) === true)
    ? checkedAtStartup(symbol, view)
    : undefined;
}

/** The properties that could be read; the others have diagnostics in their own file. */
function declarationsOf(
  properties: readonly ParameterReading[],
): readonly ParameterDeclaration[] | undefined {
  const readable = properties.flatMap(({ rejection, source }) =>
    rejection === undefined && (source.signature ?? source.options) !== undefined ? [source] : [],
  );
  return readable.length === 0 && properties.length > 0 ? undefined : readable;
}

/** `undefined` for a compiled class, which has lost its decorators: they are checked at startup. */
function traitsOf(symbol: ts.Symbol, view: ProjectView): ClassTraits | undefined {
  const node = symbol.valueDeclaration;
  if (node === undefined || !ts.isClassLike(node)) return undefined;
  if (node.getSourceFile().isDeclarationFile) return undefined;
  view.visit(node);
  const lineage = lineageOf(node, view);
  // As the checker knows them: inherited ones and those of `PartialType` too.
  const { checker } = view;
  const properties = checker
    .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol))
    .map((property) => traitsOfProperty(property, view));
  return {
    isMarked: lineage.some((one) => isValueClass(one.node, view)),
    isInjectable: lineage.some((one) => mayBeInjectable(one, view)),
    takesServices: takesParameters(lineage) || properties.some(({ isInjected }) => isInjected),
    // An abstract class has no instances: it is an injection token.
    hasBehaviour: isAbstract(node) || properties.some(({ isBehaviour }) => isBehaviour),
    isDescribed: properties.some(({ isDescribed }) => isDescribed),
    hasValues: properties.some(({ isValue }) => isValue),
  };
}

/** An unknown decorator may be a composed one that includes `@Injectable()`. */
function mayBeInjectable({ node }: Ancestor, view: ProjectView): boolean {
  return decoratorsOf(node, view).some(({ name }) => name !== 'ValueClass');
}

function takesParameters(lineage: readonly Ancestor[]): boolean {
  const nearest = lineage
    .map(({ node }) => node.members.filter(ts.isConstructorDeclaration))
    .find((constructors) => constructors.length > 0);
  return nearest?.some(({ parameters }) => parameters.length > 0) === true;
}

function traitsOfProperty(property: ts.Symbol, view: ProjectView) {
  const { valueDeclaration: declaration } = property;
  if (declaration === undefined) {
    const isBehaviour = isFunction(property, view.checker);
    return { isBehaviour, isInjected: false, isDescribed: false, isValue: true };
  }
  view.visit(declaration);
  const decorators = decoratorsOf(declaration, view);
  const isDescribed = decorators.some(
    (one) => one.name !== undefined || CLASS_VALIDATOR.test(fileOf(one)),
  );
  return {
    // A method, an accessor, a function, or a member that is not public.
    isBehaviour: isFunction(property, view.checker) || !isPublic(declaration),
    // By Nest.
    isInjected: decorators.some((one) => one.symbol?.name === 'Inject' && NEST.test(fileOf(one))),
    // By `@Param`, `@ListOf` or class-validator.
    isDescribed,
    // Filled only by a request.
    isValue: isDescribed || !isInitialized(declaration),
  };
}

const CLASS_VALIDATOR = /\/node_modules\/class-validator\//;
const NEST = /\/node_modules\/@nestjs\/common\//;

function isFunction(property: ts.Symbol, checker: Checker): boolean {
  const isMethod = (property.flags & (ts.SymbolFlags.Method | ts.SymbolFlags.Accessor)) !== 0;
  return isMethod || checker.getTypeOfSymbol(property).getCallSignatures().length > 0;
}

function isInitialized(declaration: ts.Declaration): boolean {
  return ts.isPropertyDeclaration(declaration) && declaration.initializer !== undefined;
}

function fileOf({ symbol }: KnownDecorator): string {
  return symbol?.declarations?.[0]?.getSourceFile().fileName ?? '';
}
